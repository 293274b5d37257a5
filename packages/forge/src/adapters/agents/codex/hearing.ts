/** Translates Codex's notifications to Forge's events. */
import { usedWindow, windowsTold } from '#adapters/agents/session/index.ts'
import { parseStrictJson } from '#adapters/exec/index.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import type { UsedWindow } from '#model/quota.ts'
import { unreachable } from '#model/result.ts'
import { waitInText } from '#model/wait-in-text.ts'
import { classOf, failedBy } from './failure.ts'
import { Item, type Notification, type Tokens, type Window } from './protocol.ts'
import { withoutNulls } from './strict-schema.ts'

type Turn = Extract<Notification, { method: 'turn/completed' }>['params']['turn']
type Figures = Extract<AgentEvent, { type: 'usage' }>['usage']

export interface Hearing {
  take(notification: Notification): readonly AgentEvent[]
  /** A notification of another thread: its usage and tool calls count; its text is no answer, and its end is none. */
  overhear(notification: Notification): readonly AgentEvent[]
}

export function createHearing(now: () => number): Hearing {
  /** The last text: with a schema, its answer. */
  let text = ''
  /** How long until a reached limit of the account ends. */
  let resetMs: number | undefined
  const spending = createSpending()

  function onItem(written: Json, stage: 'started' | 'completed'): readonly AgentEvent[] {
    const item = Item.safeParse(written)
    if (!item.success) return []
    if (item.data.type !== 'agentMessage') return toolEvents(item.data, stage)
    if (stage === 'started') return []
    text = item.data.text
    return [{ type: 'text', text }]
  }

  function onEnd({ status, error }: Turn): readonly AgentEvent[] {
    if (status === 'inProgress') return []
    if (status === 'interrupted') return [{ type: 'failed', kind: 'other', message: status, retryable: false }]
    if (status === 'failed') return [failedBy(error, resetMs)]
    const said = text
    // Text of a further turn is the answer of that turn.
    text = ''
    const structured = parseStrictJson(said)
    return [{ type: 'finished', text: said, ...(structured.ok ? { structured: withoutNulls(structured.value) } : {}) }]
  }

  return {
    take(notification) {
      switch (notification.method) {
        case 'item/started':
          return onItem(notification.params.item, 'started')
        case 'item/completed':
          return onItem(notification.params.item, 'completed')
        case 'thread/tokenUsage/updated':
          return [spending.take(notification.params)]
        case 'account/rateLimits/updated': {
          const { primary, secondary } = notification.params.rateLimits
          // If both are full, quota is back when the later one resets.
          const full = [primary, secondary].filter((window) => (window?.usedPercent ?? 0) >= 100)
          const resets = Math.max(0, ...full.map((window) => window?.resetsAt ?? 0))
          resetMs = resets === 0 ? undefined : Math.max(0, resets * 1000 - now())
          return windowsTold([...windowIn(primary), ...windowIn(secondary)])
        }
        case 'error': {
          const { error, willRetry } = notification.params
          const { kind, status } = classOf(error.codexErrorInfo)
          if (!willRetry || kind !== 'rate-limit') return []
          const waitMs = waitInText(error.message, now())
          const wait = defined({ retryAfterMs: waitMs })
          return [{ type: 'rate_limited', ...defined({ status }), ...wait }]
        }
        case 'turn/completed':
          return onEnd(notification.params.turn)
        default:
          return unreachable(notification)
      }
    },
    overhear(notification) {
      if (notification.method === 'thread/tokenUsage/updated') return [spending.take(notification.params)]
      if (notification.method !== 'item/started' && notification.method !== 'item/completed') return []
      const item = Item.safeParse(notification.params.item)
      if (!item.success || item.data.type === 'agentMessage') return []
      return toolEvents(item.data, notification.method === 'item/started' ? 'started' : 'completed')
    },
  }
}

type Used = Extract<Notification, { method: 'thread/tokenUsage/updated' }>['params']

/** What all threads of this process have used together. */
function createSpending() {
  /** By thread; `before` is its usage before this process, or its parent's before the fork: that is booked already. */
  const threads = new Map<string, { readonly before: Figures; readonly total: Figures }>()
  return {
    take({ threadId = '', tokenUsage }: Used): AgentEvent {
      const total = figuresOf(tokenUsage.total)
      const before = threads.get(threadId)?.before ?? minus(total, figuresOf(tokenUsage.last))
      threads.set(threadId, { before, total })
      const usage = [...threads.values()].map((one) => minus(one.total, one.before)).reduce(plus)
      return { type: 'usage', usage, cumulative: true }
    },
  }
}

/** It reports the length of a window, not its name, and not always to the minute. */
function windowIn(window: Window): readonly UsedWindow[] {
  const hours = (window?.windowDurationMins ?? 0) / 60
  const name = Math.abs(hours - 5) < 0.5 ? '5h' : Math.abs(hours - 168) < 12 ? '7d' : undefined
  return name === undefined ? [] : usedWindow(name, window?.usedPercent, window?.resetsAt)
}

type ToolItem = Exclude<Item, { type: 'agentMessage' }>

function toolEvents(item: ToolItem, stage: 'started' | 'completed'): readonly AgentEvent[] {
  return [stage === 'started' ? callOf(item) : resultOf(item)]
}

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

/** Codex counts cached tokens as input; Forge does not. */
function figuresOf({ inputTokens, cachedInputTokens, cacheWriteInputTokens, outputTokens }: Tokens): Figures {
  return {
    inputTokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens),
    outputTokens,
    cacheReadTokens: cachedInputTokens,
    cacheWriteTokens: cacheWriteInputTokens,
    costMicros: 0,
  }
}

function plus(one: Figures, other: Figures): Figures {
  return eachFigure((name) => one[name] + other[name])
}

function minus(one: Figures, other: Figures): Figures {
  return eachFigure((name) => Math.max(0, one[name] - other[name]))
}

function eachFigure(of: (name: keyof Figures) => number): Figures {
  return {
    inputTokens: of('inputTokens'),
    outputTokens: of('outputTokens'),
    cacheReadTokens: of('cacheReadTokens'),
    cacheWriteTokens: of('cacheWriteTokens'),
    costMicros: 0,
  }
}
