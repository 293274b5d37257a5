/**
 * The conversation with Codex's app-server: hello → thread (a new one, or the one that was lost) → one turn → its end.
 * The app-server and not `codex exec`, because it tells what was used as it grows, also of turns that fail, classes of
 * errors with their status, limits of the account, and it obeys a word to stop with its shells gone.
 */
import { parseStrictJson } from '#adapters/exec/index.ts'
import { unknownLine, type Meaning, type Translator } from '#adapters/agents/session/index.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import type { Usage } from '#model/usage.ts'
import { classOf, failedBy } from './failure.ts'
import {
  AnyNotification,
  Item,
  Notification,
  Response,
  ServerRequest,
  ThreadResult,
  TurnResult,
  type Tokens,
} from './protocol.ts'
import { withoutNulls } from './strict-schema.ts'

export interface Opening {
  /** Parameters of a new thread. */
  readonly thread: { readonly [key: string]: Json }
  /** The thread to go on with, if there is one. */
  readonly resume: string | undefined
  /** Parameters of the turn, but for its thread. */
  readonly turn: { readonly [key: string]: Json }
  readonly now: () => number
}

const ids = { hello: 1, thread: 2, turn: 3, resume: 4, stop: 5 } as const

export function helloLine(version: string): Json {
  const clientInfo = { name: 'forge', title: 'Forge', version }
  return { id: ids.hello, method: 'initialize', params: { clientInfo } }
}

export interface Conversation extends Translator {
  /** The word that ends the turn; undefined while there is none. */
  stopLine(): Json | undefined
}

export function createConversation({ thread, resume, turn, now }: Opening): Conversation {
  let threadId: string | undefined
  let turnId: string | undefined
  let text = ''
  let resetMs: number | undefined
  let before: Usage | undefined

  const startThread = (): Json => ({ id: ids.thread, method: 'thread/start', params: thread })

  function onResponse({ id, result, error }: ReturnType<typeof Response.parse>): Meaning {
    if (error !== undefined) {
      // A conversation that is not there any more is begun anew.
      if (id === ids.resume) return { events: [], replies: [startThread()] }
      if (id === ids.stop) return { events: [] }
      return { events: [{ type: 'failed', kind: 'request', message: error.message, retryable: false }] }
    }
    if (id === ids.hello) return { events: [], replies: [{ method: 'initialized' }, firstThread()] }
    if (id === ids.thread || id === ids.resume) return onThread(result ?? null)
    const started = TurnResult.safeParse(result)
    if (id === ids.turn && started.success) turnId = started.data.turn.id
    return { events: [] }
  }

  function firstThread(): Json {
    if (resume === undefined) return startThread()
    return { id: ids.resume, method: 'thread/resume', params: { ...thread, threadId: resume, excludeTurns: true } }
  }

  function onThread(result: Json): Meaning {
    const known = ThreadResult.safeParse(result)
    if (!known.success) return unknownLine
    const { model } = known.data
    threadId = known.data.thread.id
    return {
      events: [{ type: 'started', session: threadId, ...(model === undefined ? {} : { model }) }],
      replies: [{ id: ids.turn, method: 'turn/start', params: { ...turn, threadId } }],
    }
  }

  function onNotification(notification: Notification): readonly AgentEvent[] {
    switch (notification.method) {
      case 'item/started':
        return eventsOfItem(notification.params.item, 'started')
      case 'item/completed':
        return eventsOfItem(notification.params.item, 'completed')
      case 'thread/tokenUsage/updated': {
        const { total, last } = notification.params.tokenUsage
        // The total is the thread's: what a performance before this one used is booked already.
        before ??= minus(usageOf(total), usageOf(last))
        return [{ type: 'usage', usage: withoutSource(minus(usageOf(total), before)), cumulative: true }]
      }
      case 'account/rateLimits/updated': {
        const { primary, secondary } = notification.params.rateLimits
        const full = [primary, secondary].find((window) => (window?.usedPercent ?? 0) >= 100)
        resetMs = typeof full?.resetsAt === 'number' ? Math.max(0, full.resetsAt * 1000 - now()) : undefined
        return []
      }
      case 'error': {
        const { error, willRetry } = notification.params
        const { kind, status } = classOf(error.codexErrorInfo)
        if (!willRetry || kind !== 'rate-limit') return []
        return [{ type: 'rate_limited', ...(status === undefined ? {} : { status }) }]
      }
      case 'turn/completed':
        return endOfTurn(notification.params.turn)
      default:
        return unreachable(notification)
    }
  }

  function eventsOfItem(written: Json, stage: 'started' | 'completed'): readonly AgentEvent[] {
    const item = Item.safeParse(written)
    if (!item.success) return []
    if (item.data.type === 'agentMessage') {
      if (stage === 'started') return []
      text = item.data.text
      return [{ type: 'text', text }]
    }
    return [stage === 'started' ? callOf(item.data) : resultOf(item.data)]
  }

  type Turn = Extract<Notification, { method: 'turn/completed' }>['params']['turn']

  function endOfTurn({ status, error }: Turn): readonly AgentEvent[] {
    if (status === 'inProgress') return []
    if (status === 'completed') {
      const structured = parseStrictJson(text)
      return [{ type: 'finished', text, ...(structured.ok ? { structured: withoutNulls(structured.value) } : {}) }]
    }
    if (status === 'interrupted') return [{ type: 'failed', kind: 'other', message: status, retryable: false }]
    return [failedBy(error, resetMs)]
  }

  return {
    take(line) {
      const request = ServerRequest.safeParse(line)
      if (request.success) return { events: [], replies: [refusalOf(request.data)] }
      const response = Response.safeParse(line)
      if (response.success) return onResponse(response.data)
      const notification = Notification.safeParse(line)
      if (notification.success) return { events: onNotification(notification.data) }
      return AnyNotification.safeParse(line).success ? { events: [] } : unknownLine
    },
    stopLine: () =>
      threadId === undefined || turnId === undefined
        ? undefined
        : { id: ids.stop, method: 'turn/interrupt', params: { threadId, turnId } },
  }
}

type ToolItem = Exclude<Item, { type: 'agentMessage' }>

function callOf(item: ToolItem): AgentEvent {
  switch (item.type) {
    case 'commandExecution':
      return { type: 'tool_call', id: item.id, name: 'shell', input: { command: item.command } }
    case 'fileChange':
      return { type: 'tool_call', id: item.id, name: 'edit', input: { paths: item.changes.map(({ path }) => path) } }
    case 'mcpToolCall':
      return { type: 'tool_call', id: item.id, name: `${item.server}.${item.tool}`, input: item.arguments ?? null }
    default:
      return unreachable(item)
  }
}

function resultOf(item: ToolItem): AgentEvent {
  const output = item.type === 'commandExecution' ? (item.aggregatedOutput ?? '') : ''
  return { type: 'tool_result', id: item.id, ok: item.status === 'completed', output }
}

/** Nobody is there to ask: what the sandbox does not allow is not allowed. */
function refusalOf({ id, method }: ReturnType<typeof ServerRequest.parse>): Json {
  return method.endsWith('/requestApproval')
    ? { id, result: { decision: 'decline' } }
    : { id, error: { code: -32_601, message: `${method}: nobody is there to answer` } }
}

/** Their input counts what came from a cache; ours does not. */
function usageOf(tokens: Tokens): Usage {
  const { inputTokens, cachedInputTokens, cacheWriteInputTokens, outputTokens } = tokens
  return {
    inputTokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens),
    outputTokens,
    cacheReadTokens: cachedInputTokens,
    cacheWriteTokens: cacheWriteInputTokens,
    costMicros: 0,
    source: 'reported',
  }
}

function minus(one: Usage, other: Usage): Usage {
  const left = (name: Exclude<keyof Usage, 'source'>): number => Math.max(0, one[name] - other[name])
  return {
    inputTokens: left('inputTokens'),
    outputTokens: left('outputTokens'),
    cacheReadTokens: left('cacheReadTokens'),
    cacheWriteTokens: left('cacheWriteTokens'),
    costMicros: left('costMicros'),
    source: 'reported',
  }
}

function withoutSource({ source: _, ...usage }: Usage): Omit<Usage, 'source'> {
  return usage
}
