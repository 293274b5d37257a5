/** The failure of an attempt, by the class that its runtime or its provider reported: the one table (U-16). */
import { say, type Said } from '#messages/said.ts'
import type { FailureKind } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'

export interface ReportedFailure {
  readonly kind: FailureKind
  /** The reported text, mostly in the words of its source. */
  readonly text: Said
  /** Absent: no wait was named. */
  readonly retryAfterMs?: number | undefined
  /** How the user logs in again, where the user's own login was used. */
  readonly login?: string | Said | undefined
}

/** The end of the process, for failures that nothing else explains. */
export interface ProcessExit {
  readonly exitCode: number | null
  readonly signal: string | null
  /** The reason that the process printed. */
  readonly said?: string | undefined
}

export function failureOf(
  { kind, text, retryAfterMs, login }: ReportedFailure,
  now: number,
  exit?: ProcessExit,
): Failure {
  switch (kind) {
    case 'rate-limit':
    case 'network':
    case 'server':
    case 'stream':
    case 'connection':
      return { tag: 'transport', class: kind, ...defined({ retryAfterMs }) }
    case 'quota':
      return { tag: 'quota', ...(retryAfterMs === undefined ? {} : { resetAt: Math.round(now + retryAfterMs) }) }
    case 'auth':
      return { tag: 'unavailable', what: loginRefused(text, login) }
    case 'unready':
      return {
        tag: 'unavailable',
        what: login === undefined ? text : say('provider.mayWaitForLogin', { text, how: login }),
      }
    case 'request':
      return { tag: 'blocked', text: say('provider.refusesRequest', { text }) }
    case 'overflow':
    case 'refusal':
      return { tag: 'blocked', text, why: kind }
    case 'budget':
      return { tag: 'blocked', text: say('attempt.moneySpent', { text }) }
    case 'blocked':
      return { tag: 'blocked', text }
    case 'turns':
      return { tag: 'empty' }
    case 'other':
      return crashOf(exit ?? { exitCode: null, signal: null })
    default:
      return unreachable(kind)
  }
}

function loginRefused(text: Said, login: string | Said | undefined): Said {
  return login === undefined
    ? say('provider.refusesLogin', { text })
    : say('provider.refusesLoginWithHint', { text, how: login })
}

export function crashOf({ exitCode, signal, said }: ProcessExit): Failure {
  return { tag: 'crash', exitCode, signal, ...defined({ said }) }
}
