import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Message } from '#model/message.ts'
import { createAsking } from './open-question.ts'

const yes: Message = { type: 'timer', id: 'yes', at: 1, key: 'a/0/b/c#1' }

function asks(...keys: readonly string[]): RunState {
  return { ...runCore.initial('run'), questions: Object.fromEntries(keys.map((key) => [key, {} as never])) }
}

describe('asking while driving goes on', () => {
  it('awaits an answer, tells it once, and asks nothing twice', async () => {
    let asked = 0
    const asking = createAsking(() => {
      asked += 1
      return Promise.resolve(yes)
    })
    expect(asking.look(asks('one'))).toBe('awaited')
    await asking.settled()
    expect(asking.look(asks('one'))).toBe(yes)
    expect(asking.look(asks('one'))).toBeUndefined()
    expect(asked).toBe(1)
  })

  it('I-24 withdraws what somebody else has answered, and asks about what is open now', () => {
    const signals: AbortSignal[] = []
    const asking = createAsking((_state, signal) => {
      signals.push(signal)
      return new Promise<undefined>(() => undefined)
    })
    asking.look(asks('one'))
    asking.look(asks('two'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    asking.drop()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})
