import { describe, expect, it } from 'vitest'
import { Message } from '#model/message.ts'
import type { Principal } from '#model/question.ts'
import { specOf, startMessage } from '#testing/builders/index.ts'
import { runCore } from './core.ts'

/** Every message that has a principal, from the schema. */
const spoken = Message.options.filter((option) => 'by' in option.shape).map((option) => option.shape.type.value)

const begun = runCore.fold(
  runCore.initial('toy'),
  runCore.step(runCore.initial('toy'), startMessage({ id: 'm1', at: 1 }, specOf())),
)

describe('a word that says who speaks', () => {
  it.each(spoken)('I-23 %s is refused to an agent and to a policy, for what they are, and changes nothing', (type) => {
    for (const by of [
      { kind: 'agent', name: 'worker' },
      { kind: 'policy', name: 'redispatch' },
    ] satisfies Principal[]) {
      const events = runCore.step(begun, { type, id: 'm2', at: 2, by } as unknown as Message)
      expect(events).toMatchObject([{ type: 'command.refused', why: expect.saying(/^an agent may not/) }])
    }
  })

  it('I-23 there are as many as are known', () => {
    expect(spoken.length).toBeGreaterThanOrEqual(15)
  })
})
