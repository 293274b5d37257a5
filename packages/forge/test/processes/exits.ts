/** F-19: how an agent exits × what it left as its result, and what that is taken for. */
import { enclosure } from '#adapters/exec/index.ts'
import { nonce, type StepList } from './rehearsal.ts'

const held = await enclosure()
const answer = { do: 'answer' }
export const done = { nonce, status: 'done', note: '' }

/** What holds an agent tells a signal that it sent to itself as a shell does. */
function signalled(exitCode: number, signal: string): object {
  return held.by === 'nothing' ? { exitCode: null, signal } : { exitCode, signal: null }
}

export const exits: readonly (readonly [string, StepList, object])[] = [
  ['exit 0', [], { exitCode: 0, signal: null }],
  ['exit 1', [{ do: 'exit', code: 1 }], { exitCode: 1, signal: null }],
  ['exit 137', [{ do: 'exit', code: 137 }], { exitCode: 137, signal: null }],
  ['exit 139', [{ do: 'exit', code: 139 }], { exitCode: 139, signal: null }],
  ['SIGTERM', [{ do: 'signal', name: 'SIGTERM' }], signalled(143, 'SIGTERM')],
  ['SIGKILL', [{ do: 'signal', name: 'SIGKILL' }], signalled(137, 'SIGKILL')],
  ['SIGSEGV', [{ do: 'signal', name: 'SIGSEGV' }], signalled(139, 'SIGSEGV')],
]
export const results: readonly (readonly [string, StepList, object])[] = [
  ['no result', [], { end: 'failed', failure: { tag: 'empty' } }],
  ['a good result', [answer], { end: 'answered', answer: done }],
  ['a malformed result', [{ do: 'answer-text', text: 'I am done!' }], { failure: { tag: 'invalid' } }],
  ['half a result', [{ do: 'answer-text', text: '{"nonce":"{{nonce}}","sta' }], { failure: { tag: 'invalid' } }],
  ['a name twice', [{ do: 'answer-text', text: '{"nonce":"{{nonce}}","nonce":"x"}' }], { failure: { tag: 'invalid' } }],
  ['the same result twice', [answer, answer], { end: 'answered', answer: done }],
  [
    'two results',
    [answer, { do: 'answer', with: { note: 'other' } }],
    { failure: { tag: 'invalid', errors: ['2 answers instead of one'] } },
  ],
  ['too large a result', [{ do: 'answer-oversized' }], { failure: { tag: 'invalid' } }],
]
