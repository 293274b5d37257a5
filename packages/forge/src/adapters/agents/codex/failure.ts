/** Maps Codex's classes of errors to Forge's. */
import { z } from 'zod'
import { parseStrictJson } from '#adapters/exec/index.ts'
import { kindOfStatus, type AgentEventOf, type FailureKind } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import { kindOfError } from '#model/provider-error.ts'
import type { ErrorInfo, TurnError } from './protocol.ts'

const kinds: Readonly<Record<string, FailureKind>> = {
  rateLimitExceeded: 'rate-limit',
  usageLimitExceeded: 'quota',
  serverOverloaded: 'server',
  flexUnavailable: 'server',
  policyCapacityUnavailable: 'server',
  internalServerError: 'server',
  unauthorized: 'auth',
  badRequest: 'request',
  contextWindowExceeded: 'overflow',
  modelNotFound: 'request',
  cyberPolicy: 'refusal',
  misalignmentPolicyViolation: 'refusal',
  sessionBudgetExceeded: 'budget',
  responseStreamDisconnected: 'stream',
  httpConnectionFailed: 'connection',
  responseStreamConnectionFailed: 'connection',
  responseTooManyFailedAttempts: 'connection',
}

export interface Class {
  readonly kind: FailureKind
  readonly status: number | undefined
}

/** A status is more precise than the class it came with. */
export function classOf(info: ErrorInfo | null | undefined): Class {
  if (info === null || info === undefined) return { kind: 'other', status: undefined }
  const [word = 'other', detail] = typeof info === 'string' ? [info] : (Object.entries(info)[0] ?? [])
  const status = detail?.httpStatusCode ?? undefined
  if (status !== undefined && status >= 400) return { kind: kindOfStatus(status), status }
  return { kind: Object.hasOwn(kinds, word) ? (kinds[word] ?? 'other') : 'other', status: undefined }
}

/** For an error without a class it passes on the provider's whole response. */
const ProviderError = z.object({
  error: z.object({ type: z.string().nullish(), code: z.string().nullish(), message: z.string().nullish() }),
})

const providerKinds: Readonly<Record<string, FailureKind>> = {
  invalid_request_error: 'request',
  authentication_error: 'auth',
  insufficient_quota: 'quota',
  rate_limit_exceeded: 'rate-limit',
  server_error: 'server',
}

function classOfMessage(message: string): Class {
  const json = parseStrictJson(message)
  const told = json.ok ? ProviderError.safeParse(json.value) : undefined
  if (told?.success !== true) return { kind: 'other', status: undefined }
  const { code, type } = told.data.error
  const known = kindOfError(told.data.error)
  if (known !== undefined) return { kind: known, status: undefined }
  const word = [code, type].find((one) => typeof one === 'string' && Object.hasOwn(providerKinds, one)) ?? ''
  return { kind: providerKinds[word] ?? 'other', status: undefined }
}

export function failedBy(error: TurnError | null | undefined, resetMs: number | undefined): AgentEventOf<'failed'> {
  const told = classOf(error?.codexErrorInfo)
  const { kind, status } = told.kind === 'other' ? classOfMessage(error?.message ?? '') : told
  return {
    type: 'failed',
    kind,
    message: error?.message ?? 'the turn failed without a word',
    retryable: kind === 'rate-limit' || kind === 'server' || kind === 'stream' || kind === 'connection',
    ...defined({ status }),
    ...(kind === 'quota' && resetMs !== undefined ? { retryAfterMs: Math.round(resetMs) } : {}),
  }
}
