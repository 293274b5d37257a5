import { describe, expect, it } from 'vitest'
import type { Said } from '#messages/said.ts'
import type { Message, MessageOf } from '#model/message.ts'
import { operator, specOf, startMessage } from '#testing/builders/index.ts'
import type { RunState } from '#core/state/state.ts'
import { runCore } from './core.ts'

const begun = after(runCore.initial('toy'), startMessage({ id: 'm1', at: 1 }, specOf()))

function after(state: RunState, message: Message): RunState {
  return runCore.fold(state, runCore.step(state, message))
}

function syncMessage(by: MessageOf<'sync'>['by'] = operator): MessageOf<'sync'> {
  return { type: 'sync', id: 'm2', at: 2, from: begun.tip ?? '', tip: 'b'.repeat(40), base: 'a'.repeat(40), by }
}

const refusalOf = (state: RunState, message: Message): Said | undefined =>
  runCore.step(state, message).find((event) => event.type === 'command.refused')?.why

describe('a moved base', () => {
  it('I-19 becomes the tip that everything after it is built on', () => {
    expect(after(begun, syncMessage()).tip).toBe('b'.repeat(40))
  })

  it('U-20 counts once, and not when the tip has gone on', () => {
    const again = { ...syncMessage(), id: 'm3' }
    expect(refusalOf(after(begun, syncMessage()), again)).toSay(/merged more work in the meantime/)
  })

  it('I-23 is not for an agent to bring', () => {
    expect(refusalOf(begun, syncMessage({ kind: 'agent', name: 'worker' }))).toSay(/an agent may not/)
  })

  it('I-26 waits for a merge that was begun, and is too late for a run that is being cancelled', () => {
    const merging = { ...begun, openAttempts: { 'a/merge': { task: { do: 'merge' } } } } as unknown as RunState
    expect(refusalOf(merging, syncMessage())).toSay(/resume the run first/)
    expect(refusalOf({ ...begun, status: 'cancelling' }, syncMessage())).toSay(/being cancelled/)
  })
})
