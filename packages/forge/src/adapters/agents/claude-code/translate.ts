/** Translates the lines of Claude Code to Forge's events, and answers its permission requests. */
import type { Meaning, Translator } from '#adapters/agents/session/index.ts'
import { unknownLine, usedWindow, windowsTold } from '#adapters/agents/session/index.ts'
import type { AgentEvent, FailureKind } from '#model/agent-event.ts'
import { kindOfStatus } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { kindOfCode } from '#model/provider-error.ts'
import type { UsedWindow } from '#model/quota.ts'
import type { Permission as Decision } from './policy.ts'
import { Assistant, Ignored, Init, Permission, RateLimit, ResultLine, Retry, User } from './stream.ts'

export interface Translating {
  /** Wall clock, for limits that end at a given time. */
  readonly now: () => number
  readonly decide: (tool: string, input: Readonly<Record<string, Json>>) => Decision
}

export function createTranslator({ now, decide }: Translating): Translator {
  /** How long until the account's limit ends, once it was reported as reached. */
  let resetMs: number | undefined
  /** The reported money covers all turns of this process, the tokens only the last one. */
  let paidMicros = 0
  /** The class of the last reported error: a login that it could not refresh has no status. */
  let errorClass: string | undefined
  return {
    take(line) {
      const permission = Permission.safeParse(line)
      if (permission.success) return { events: [], replies: [answerTo(permission.data, decide)] }
      const limit = RateLimit.safeParse(line)
      if (limit.success) {
        const { status, resetsAt } = limit.data.rate_limit_info
        resetMs = status === 'rejected' ? Math.max(0, (resetsAt ?? 0) * 1000 - now()) : undefined
        return { events: windowsTold(windowsIn(limit.data.rate_limit_info)) }
      }
      const result = ResultLine.safeParse(line)
      if (!result.success) {
        errorClass = errorIn(line) ?? errorClass
        return progressOf(line)
      }
      const costMicros = Math.round(result.data.total_cost_usd * 1_000_000)
      const events = eventsOfResult(result.data, {
        resetMs,
        errorClass,
        costMicros: Math.max(0, costMicros - paidMicros),
      })
      paidMicros = Math.max(paidMicros, costMicros)
      return { events }
    },
  }
}

function errorIn(line: Json): string | undefined {
  const assistant = Assistant.safeParse(line)
  return assistant.success ? assistant.data.error : undefined
}

/** All windows if they are listed, else the one that the message is about. */
function windowsIn(info: RateLimit['rate_limit_info']): readonly UsedWindow[] {
  const { unifiedWindows: all, rateLimitType, utilization, resetsAt } = info
  const percent = (part: number | undefined): number | undefined => (part === undefined ? undefined : part * 100)
  if (all !== undefined)
    return [
      ...usedWindow('5h', percent(all.five_hour?.utilization), all.five_hour?.resetsAt),
      ...usedWindow('7d', percent(all.seven_day?.utilization), all.seven_day?.resetsAt),
    ]
  if (rateLimitType === 'five_hour') return usedWindow('5h', percent(utilization), resetsAt)
  return rateLimitType === 'seven_day' ? usedWindow('7d', percent(utilization), resetsAt) : []
}

function progressOf(line: Json): Meaning {
  const init = Init.safeParse(line)
  if (init.success) {
    const { session_id: session, model } = init.data
    return { events: [{ type: 'started', session, ...defined({ model }) }] }
  }
  const retry = Retry.safeParse(line)
  if (retry.success) return { events: eventsOfRetry(retry.data) }
  const assistant = Assistant.safeParse(line)
  if (assistant.success) return { events: assistant.data.message.content.map(eventOfBlock) }
  const user = User.safeParse(line)
  if (user.success) return { events: user.data.message.content.map(eventOfToolResult) }
  return Ignored.safeParse(line).success ? { events: [] } : unknownLine
}

/** Only a request to wait is a limit; it handles retries after other errors itself. */
function eventsOfRetry({
  error_status: status,
  retry_delay_ms: delayMs,
}: ReturnType<typeof Retry.parse>): AgentEvent[] {
  if (status !== 429 && status !== 529) return []
  return [{ type: 'rate_limited', status, ...(delayMs === undefined ? {} : { retryAfterMs: Math.round(delayMs) }) }]
}

function eventOfBlock(block: ReturnType<typeof Assistant.parse>['message']['content'][number]): AgentEvent {
  return block.type === 'text'
    ? { type: 'text', text: block.text }
    : { type: 'tool_call', id: block.id, name: block.name, input: block.input }
}

function eventOfToolResult(block: ReturnType<typeof User.parse>['message']['content'][number]): AgentEvent {
  const { tool_use_id: id, content } = block
  const output = typeof content === 'string' ? content : JSON.stringify(content ?? '')
  return { type: 'tool_result', id, ok: block.is_error !== true, output }
}

interface Before {
  readonly resetMs: number | undefined
  readonly errorClass: string | undefined
}

function eventsOfResult(result: ResultLine, before: Before & { readonly costMicros: number }): AgentEvent[] {
  const { costMicros } = before
  const { usage } = result
  const used: AgentEvent[] =
    usage === undefined
      ? []
      : [
          {
            type: 'usage',
            usage: {
              inputTokens: usage.input_tokens,
              outputTokens: usage.output_tokens,
              cacheReadTokens: usage.cache_read_input_tokens,
              cacheWriteTokens: usage.cache_creation_input_tokens,
              costMicros,
            },
          },
        ]
  return [...used, endOfResult(result, before)]
}

/** `success` with an error is a failed request; the flag counts, not the name. */
function endOfResult(result: ResultLine, { resetMs, errorClass }: Before): AgentEvent {
  const { structured_output: structured, result: text = '' } = result
  // A refusal ends like any answer; only the model's stop reason distinguishes them.
  const isRefused = structured === undefined && kindOfCode(result.stop_reason) !== undefined
  if (result.subtype === 'success' && !result.is_error && !isRefused)
    return { type: 'finished', text, ...defined({ structured }) }
  const kind = kindOfResult(result, errorClass)
  const status = result.api_error_status ?? undefined
  const message = text === '' ? result.subtype : text
  const known = defined({ status })
  if (kind === 'rate-limit' && resetMs !== undefined)
    return { type: 'failed', kind: 'quota', message, retryable: true, retryAfterMs: Math.round(resetMs), ...known }
  return { type: 'failed', kind, message, retryable: kind === 'rate-limit' || kind === 'server', ...known }
}

function kindOfResult(result: ResultLine, errorClass: string | undefined): FailureKind {
  const { subtype, terminal_reason: reason, stop_reason: stop, api_error_status: status } = result
  const told = kindOfCode(reason) ?? kindOfCode(stop)
  if (told !== undefined) return told
  if (subtype === 'error_max_turns' || subtype === 'error_max_structured_output_retries') return 'turns'
  if (subtype === 'error_max_budget_usd') return 'budget'
  if (typeof status === 'number') return kindOfStatus(status)
  return reason === 'api_error' ? (errorClasses[errorClass ?? ''] ?? kindOfStatus(undefined)) : 'other'
}

/** Its own classes of errors, for errors without a provider's status. */
const errorClasses: Readonly<Partial<Record<string, FailureKind>>> = {
  authentication_failed: 'auth',
  oauth_org_not_allowed: 'auth',
  account_on_hold: 'auth',
  verification_required: 'auth',
  cloud_credential_error: 'auth',
  billing_error: 'quota',
  rate_limit: 'rate-limit',
  overloaded: 'server',
  server_error: 'server',
  invalid_request: 'request',
  model_not_found: 'request',
}

function answerTo(asked: ReturnType<typeof Permission.parse>, decide: Translating['decide']): Json {
  const { request_id, request } = asked
  const decision = decide(request.tool_name, request.input)
  const response =
    decision === 'allowed'
      ? { behavior: 'allow', updatedInput: request.input }
      : { behavior: 'deny', message: decision.denied }
  return { type: 'control_response', response: { subtype: 'success', request_id, response } }
}
