/**
 * How a prompt ended, as Forge's events. `end_turn` alone is no success: the answer decides, and arrives another way.
 */
import { RequestError, type AuthMethod, type StopReason } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import type { ReportedEvent, ReportedFailure } from '#adapters/agents/session/index.ts'
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import { kindOfStatus, type AgentEvent, type AgentEventOf, type FailureKind } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { waitInText } from '#model/wait-in-text.ts'
import type { Quirks } from './quirk.ts'

export function endingOf(reason: StopReason, text: string): ReportedEvent {
  switch (reason) {
    case 'end_turn':
      return { type: 'finished', text }
    case 'max_tokens':
    case 'max_turn_requests':
      return failure('turns', `it stopped at a limit of its own: ${reason}`)
    case 'refusal':
      return own('refusal', say('agent.modelRefuses'))
    case 'cancelled':
      return failure('other', 'it was cancelled')
    default:
      return failure('other', `it stopped for a reason that is not known: ${String(reason)}`)
  }
}

/** Agents put the provider's status into the code of the error, or somewhere into its data. */
const ErrorData = z.looseObject({
  status: z.number().optional(),
  statusCode: z.number().optional(),
  httpStatusCode: z.number().optional(),
  errorKind: z.string().optional(),
})
const authRequired = -32_000
const kinds: Readonly<Record<string, FailureKind>> = { rate_limit: 'rate-limit', server_error: 'server' }

/** A request to the agent that returned an error, or could not be sent. */
export function failureOf(error: unknown): AgentEventOf<'failed'> {
  if (!(error instanceof RequestError)) return failure('other', String(error))
  const data = ErrorData.safeParse(error.data).data ?? {}
  const status = [data.status, data.statusCode, data.httpStatusCode, error.code].find(isStatus)
  const named = kinds[data.errorKind ?? '']
  const kind = named ?? (error.code === authRequired ? 'auth' : status === undefined ? 'other' : kindOfStatus(status))
  return { ...failure(kind, error.message), ...defined({ status }), ...waitIn(kind, error.data) }
}

/**
 * The error's data often holds the provider's whole response; the message is searched where all agents' messages are.
 */
function waitIn(kind: FailureKind, data: unknown): { retryAfterMs?: number } {
  if (kind !== 'rate-limit' && kind !== 'quota') return {}
  const retryAfterMs = waitInText(JSON.stringify(data ?? ''), Date.now())
  return defined({ retryAfterMs })
}

export function isAuthRequired(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === authRequired
}

const AuthData = z.looseObject({
  authMethods: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string().catch(''),
      _meta: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    }),
  ),
})

/** The login methods that it offers with its refusal; undefined: none. */
export function methodsIn({ data }: RequestError): readonly AuthMethod[] | undefined {
  return AuthData.safeParse(data).data?.authMethods as readonly AuthMethod[] | undefined
}

/** It needs a login that Forge cannot provide, or it rejected the one it got. */
export function refusedLogin(why: Said): ReportedFailure {
  return own('auth', why)
}

/** It did not answer in time before its work started. */
export function notReady(method: Said | string, ms: number): ReportedFailure {
  return own('unready', say('agent.didNotAnswerInTime', { method, seconds: Math.round(ms / 1000) }))
}

function isStatus(code: number | undefined): code is number {
  return code !== undefined && code >= 400 && code <= 599
}

/** What Forge observed itself. */
function own(kind: FailureKind, said: Said): ReportedFailure {
  return { ...failure(kind, render(said, 'en')), said }
}

function failure(kind: FailureKind, message: string): AgentEventOf<'failed'> {
  return {
    type: 'failed',
    kind,
    message: message.slice(0, 4000),
    retryable: kind === 'rate-limit' || kind === 'server',
  }
}

const Count = z.number().int().nonnegative().catch(0)
/** The three places where agents report their tokens, none of them part of the stable protocol. */
const Told = z.looseObject({
  result: z.looseObject({
    stopReason: z.string(),
    usage: z
      .looseObject({
        inputTokens: Count.optional(),
        outputTokens: Count.optional(),
        cachedReadTokens: Count.optional(),
        cachedWriteTokens: Count.optional(),
      })
      .nullish(),
    _meta: z
      .looseObject({
        quota: z
          .looseObject({ token_count: z.looseObject({ input_tokens: Count, output_tokens: Count }).optional() })
          .optional(),
      })
      .nullish(),
  }),
})

const Message = z.looseObject({ jsonrpc: z.literal('2.0') })

export function isMessage(line: Json): boolean {
  return Message.safeParse(line).success
}

export function isPromptEnd(line: Json): boolean {
  return Told.safeParse(line).success
}

/**
 * Tokens in the answer to a prompt. Some agents report only the last request: less than they used, but all there is.
 */
export function usageIn(line: Json, means: Quirks['usage']): readonly AgentEvent[] {
  const told = Told.safeParse(line)
  if (!told.success) return []
  const { usage, _meta } = told.data.result
  const quota = _meta?.quota?.token_count
  const inputTokens = usage?.inputTokens ?? quota?.input_tokens ?? 0
  const outputTokens = usage?.outputTokens ?? quota?.output_tokens ?? 0
  if (inputTokens + outputTokens === 0) return []
  const cacheReadTokens = usage?.cachedReadTokens ?? 0
  const cacheWriteTokens = usage?.cachedWriteTokens ?? 0
  const figures = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costMicros: 0 }
  return [{ type: 'usage', usage: figures, ...(means === 'session' ? { cumulative: true } : {}) }]
}
