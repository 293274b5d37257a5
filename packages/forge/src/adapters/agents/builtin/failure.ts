/** Classifies why the loop failed: the SDK's errors as Forge's kinds. */
import { APICallError, AISDKError } from 'ai'
import { z } from 'zod'
import { kindOfStatus, type AgentEventOf } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import { kindOfCode, kindOfError } from '#model/provider-error.ts'
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

/** The error as the provider wrote it. */
const Body = z.object({
  error: z.object({
    code: z.union([z.string(), z.number()]).nullish(),
    type: z.string().nullish(),
    status: z.string().nullish(),
    message: z.string().nullish(),
  }),
})

function ofCall(error: APICallError, message: string): Failed {
  const { statusCode, responseHeaders = {}, data } = error
  const told = kindOfError(Body.safeParse(data).data?.error ?? {})
  if (told !== undefined)
    return {
      type: 'failed',
      kind: told,
      message,
      retryable: false,
      ...defined({ status: statusCode }),
    }
  // A response with status 200 that is unreadable or broke off.
  if (statusCode !== undefined && statusCode < 400) return { type: 'failed', kind: 'stream', message, retryable: true }
  const kind = statusCode === 529 ? 'rate-limit' : kindOfStatus(statusCode)
  const retryAfterMs = retryAfterOf({ get: (name) => responseHeaders[name] ?? null })
  return {
    type: 'failed',
    kind,
    message,
    retryable: error.isRetryable,
    ...defined({ status: statusCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.round(retryAfterMs) }),
  }
}

/** Why the model stopped without an answer: by the provider's own reason, else by the SDK's common one. */
export function failureOfStop(unified: string | undefined, raw: string | undefined): Failed | undefined {
  const kind = kindOfCode(raw) ?? (unified === 'content-filter' ? 'refusal' : undefined)
  if (kind === undefined) return undefined
  return { type: 'failed', kind, message: `the model stopped: ${raw ?? unified ?? ''}`, retryable: false }
}

/** The SDK wraps errors of repeated attempts, and of responses that it could not parse. */
function innermost(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || APICallError.isInstance(error)) return error
  const { lastError, cause } = error as { lastError?: unknown; cause?: unknown }
  const inner = lastError ?? (AISDKError.isInstance(error) ? cause : undefined)
  return inner === undefined ? error : innermost(inner)
}
