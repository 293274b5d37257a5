/** What Codex tells while it works, as our events. */
import { usedWindow, windowsTold } from '#adapters/agents/session/index.ts'
import { parseStrictJson } from '#adapters/exec/index.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'
import type { UsedWindow } from '#model/quota.ts'
import { unreachable } from '#model/result.ts'
import { classOf, failedBy } from './failure.ts'
import { Item, type Notification, type Tokens, type Window } from './protocol.ts'
import { withoutNulls } from './strict-schema.ts'

type Turn = Extract<Notification, { method: 'turn/completed' }>['params']['turn']
type Figures = Extract<AgentEvent, { type: 'usage' }>['usage']

export interface Hearing {
  take(notification: Notification): readonly AgentEvent[]
}

export function createHearing(now: () => number): Hearing {
  /** The last thing that it said: with a schema, its answer. */
  let text = ''
  /** How long until a limit of the account is over that is reached. */
  let resetMs: number | undefined
  /** What the thread had used before this turn: that of a performance before this one is booked already. */
  let before: Figures | undefined

  function onItem(written: Json, stage: 'started' | 'completed'): readonly AgentEvent[] {
    const item = Item.safeParse(written)
    if (!item.success) return []
    if (item.data.type !== 'agentMessage') return [stage === 'started' ? callOf(item.data) : resultOf(item.data)]
    if (stage === 'started') return []
    text = item.data.text
    return [{ type: 'text', text }]
  }

  function onEnd({ status, error }: Turn): readonly AgentEvent[] {
    if (status === 'inProgress') return []
    if (status === 'interrupted') return [{ type: 'failed', kind: 'other', message: status, retryable: false }]
    if (status === 'failed') return [failedBy(error, resetMs)]
    const said = text
    // What it says in another turn is the answer of that one.
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
        case 'thread/tokenUsage/updated': {
          const { total, last } = notification.params.tokenUsage
          before ??= minus(figuresOf(total), figuresOf(last))
          return [{ type: 'usage', usage: minus(figuresOf(total), before), cumulative: true }]
        }
        case 'account/rateLimits/updated': {
          const { primary, secondary } = notification.params.rateLimits
          const full = [primary, secondary].find((window) => (window?.usedPercent ?? 0) >= 100)
          resetMs = typeof full?.resetsAt === 'number' ? Math.max(0, full.resetsAt * 1000 - now()) : undefined
          return windowsTold([...windowIn(primary), ...windowIn(secondary)])
        }
        case 'error': {
          const { error, willRetry } = notification.params
          const { kind, status } = classOf(error.codexErrorInfo)
          if (!willRetry || kind !== 'rate-limit') return []
          return [{ type: 'rate_limited', ...(status === undefined ? {} : { status }) }]
        }
        case 'turn/completed':
          return onEnd(notification.params.turn)
        default:
          return unreachable(notification)
      }
    },
  }
}

/** It tells how long a window is, not its name, and not always to the minute. */
function windowIn(window: Window): readonly UsedWindow[] {
  const hours = (window?.windowDurationMins ?? 0) / 60
  const name = Math.abs(hours - 5) < 0.5 ? '5h' : Math.abs(hours - 168) < 12 ? '7d' : undefined
  return name === undefined ? [] : usedWindow(name, window?.usedPercent, window?.resetsAt)
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

/** Their input counts what came from a cache; ours does not. */
function figuresOf({ inputTokens, cachedInputTokens, cacheWriteInputTokens, outputTokens }: Tokens): Figures {
  return {
    inputTokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens),
    outputTokens,
    cacheReadTokens: cachedInputTokens,
    cacheWriteTokens: cacheWriteInputTokens,
    costMicros: 0,
  }
}

function minus(one: Figures, other: Figures): Figures {
  const left = (name: keyof Figures): number => Math.max(0, one[name] - other[name])
  return {
    inputTokens: left('inputTokens'),
    outputTokens: left('outputTokens'),
    cacheReadTokens: left('cacheReadTokens'),
    cacheWriteTokens: left('cacheWriteTokens'),
    costMicros: 0,
  }
}
