/** What an attempt failed of, by the class that its runtime or its provider told: the one table (U-16). */
import type { FailureKind } from '#model/agent-event.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'

export interface Told {
  readonly kind: FailureKind
  /** In the words of who told it. */
  readonly text: string
  /** Absent: nobody said how long to wait. */
  readonly retryAfterMs?: number | undefined
  /** How somebody logs in again, where the user's own login was used. */
  readonly login?: string | undefined
}

/** How the process ended, for what is told of nothing else. */
export interface ProcessExit {
  readonly exitCode: number | null
  readonly signal: string | null
  /** What the process printed as its reason. */
  readonly said?: string | undefined
}

export function failureOf({ kind, text, retryAfterMs, login }: Told, now: number, exit?: ProcessExit): Failure {
  switch (kind) {
    case 'rate-limit':
    case 'network':
    case 'server':
    case 'stream':
    case 'connection':
      return { tag: 'transport', class: kind, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    case 'quota':
      return { tag: 'quota', ...(retryAfterMs === undefined ? {} : { resetAt: Math.round(now + retryAfterMs) }) }
    case 'auth':
      return { tag: 'unavailable', what: `the provider refuses the login: ${text}${againBy(login)}` }
    case 'unready':
      return { tag: 'unavailable', what: `${text}${login === undefined ? '' : ` (if it waits for a login: ${login})`}` }
    case 'request':
      return { tag: 'blocked', text: `the provider refuses the request: ${text}` }
    case 'overflow':
    case 'refusal':
      return { tag: 'blocked', text, why: kind }
    case 'budget':
      return { tag: 'blocked', text: `the money of this attempt is spent: ${text}` }
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

function againBy(login: string | undefined): string {
  return login === undefined ? '' : ` (log in again: ${login})`
}

export function crashOf({ exitCode, signal, said }: ProcessExit): Failure {
  return { tag: 'crash', exitCode, signal, ...(said === undefined ? {} : { said }) }
}
