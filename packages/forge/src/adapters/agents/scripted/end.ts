/** How a performance ended, from what was seen of it. Two signs that contradict each other are never an answer (F-19). */
import type { AgentEnd } from '#engine/ports.ts'
import type { Failure } from '#model/failure.ts'
import type { Usage } from '#model/usage.ts'
import type { ResultReading } from './result.ts'

export interface Seen {
  /** Why the program could not be started. */
  readonly unavailable?: string
  readonly exitCode: number | null
  readonly signal: string | null
  readonly result: ResultReading
  /** The last failure that the agent itself spoke of. */
  readonly spoken: Failure | undefined
}

export function endOf(seen: Seen, usage: Usage): AgentEnd {
  const { exitCode, signal, result } = seen
  if (seen.unavailable !== undefined) return failure({ tag: 'unavailable', what: seen.unavailable }, usage)
  if (result.found === 'none' && seen.spoken !== undefined) return failure(seen.spoken, usage)
  if (exitCode !== 0) return failure({ tag: 'crash', exitCode, signal }, usage)
  switch (result.found) {
    case 'none':
      return failure({ tag: 'empty' }, usage)
    case 'one':
      return { end: 'answered', answer: result.answer, usage }
    case 'refused':
      return failure({ tag: 'invalid', errors: [result.error] }, usage)
  }
}

function failure(failure: Failure, usage: Usage): AgentEnd {
  return { end: 'failed', failure, usage }
}
