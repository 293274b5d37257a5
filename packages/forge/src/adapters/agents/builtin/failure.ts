/** Why the loop failed, by class: the SDK's errors in Forge's words. */
import { APICallError, AISDKError } from 'ai'
import { kindOfStatus, type AgentEventOf } from '#model/agent-event.ts'
import { retryAfterOf } from './patient-fetch.ts'

type Failed = AgentEventOf<'failed'>

export function failureOf(thrown: unknown): Failed {
  const error = innermost(thrown)
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 4000)
  if (APICallError.isInstance(error)) return ofCall(error, message)
  // A stream that breaks off throws what the socket threw.
  if (error instanceof TypeError || !AISDKError.isInstance(error))
    return { type: 'failed', kind: 'stream', message, retryable: true }
  return { type: 'failed', kind: 'other', message, retryable: false }
}

function ofCall(error: APICallError, message: string): Failed {
  const { statusCode, responseHeaders = {} } = error
  // An answer of 200 that cannot be read, or that broke off.
  if (statusCode !== undefined && statusCode < 400) return { type: 'failed', kind: 'stream', message, retryable: true }
  const kind = statusCode === 529 ? 'rate-limit' : kindOfStatus(statusCode)
  const retryAfterMs = retryAfterOf({ get: (name) => responseHeaders[name] ?? null })
  return {
    type: 'failed',
    kind,
    message,
    retryable: error.isRetryable,
    ...(statusCode === undefined ? {} : { status: statusCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.round(retryAfterMs) }),
  }
}

/** The SDK wraps what it tried several times, and what it could not make an answer of. */
function innermost(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || APICallError.isInstance(error)) return error
  const { lastError, cause } = error as { lastError?: unknown; cause?: unknown }
  const inner = lastError ?? (AISDKError.isInstance(error) ? cause : undefined)
  return inner === undefined ? error : innermost(inner)
}
