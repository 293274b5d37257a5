/** The scripted agent's reports: JSON lines on stdout. Its other output is ignored. */
import { z } from 'zod'
import type { AgentEvent } from '#model/agent-event.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { TransportClass } from '#model/failure.ts'
import { UsedWindow } from '#model/quota.ts'
import { unreachable } from '#model/result.ts'
import { Usage } from '#model/usage.ts'
import { unknownLine, windowsTold, type Meaning, type Translator } from '#adapters/agents/session/index.ts'

const Milliseconds = z.number().int().nonnegative().max(1e11)

const Progress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool'), name: z.string(), path: z.string().optional() }),
  z.object({
    type: z.literal('session'),
    session: z.string().min(1).max(500),
    model: z.string().min(1).max(200).optional(),
  }),
  z.object({ type: z.literal('usage'), usage: Usage.omit({ source: true, requests: true }) }),
  z.object({ type: z.literal('windows'), windows: z.array(UsedWindow).min(1).max(10) }),
  z.object({ type: z.literal('needs-human'), text: z.string().max(4000) }),
  z.object({ type: z.literal('rate-limited'), retryAfterMs: Milliseconds }),
  z.object({ type: z.literal('finished') }),
  z.object({
    type: z.literal('failed'),
    as: z.enum([...TransportClass.options, 'quota', 'blocked', 'refusal', 'overflow']),
    retryAfterMs: Milliseconds.optional(),
    resetAfterMs: Milliseconds.default(0),
    text: z.string().max(20_000).default(''),
  }),
])
type Progress = z.infer<typeof Progress>

export const scriptedTranslator: Translator = {
  take(line) {
    const progress = Progress.safeParse(line)
    return progress.success ? meaningOf(progress.data) : unknownLine
  },
}

function meaningOf(progress: Progress): Meaning {
  switch (progress.type) {
    case 'text':
      return event({ type: 'text', text: progress.text })
    case 'tool':
      return event({ type: 'tool_call', id: '', name: progress.name, input: inputOf(progress.path) })
    case 'session':
      return event({
        type: 'started',
        session: progress.session,
        ...defined({ model: progress.model }),
      })
    case 'usage':
      return event({ type: 'usage', usage: progress.usage })
    case 'windows':
      return { events: windowsTold(progress.windows) }
    case 'needs-human':
      return { events: [], needsHuman: progress.text }
    case 'rate-limited':
      return event({ type: 'rate_limited', retryAfterMs: progress.retryAfterMs })
    case 'finished':
      return event({ type: 'finished', text: '' })
    case 'failed':
      return event(failedEvent(progress))
    default:
      return unreachable(progress)
  }
}

function event(one: AgentEvent): Meaning {
  return { events: [one] }
}

function failedEvent({ as, retryAfterMs, resetAfterMs, text }: Extract<Progress, { type: 'failed' }>): AgentEvent {
  const waitMs = as === 'quota' ? resetAfterMs : retryAfterMs
  const retry = defined({ retryAfterMs: waitMs })
  return {
    type: 'failed',
    kind: as,
    message: text,
    retryable: !['blocked', 'refusal', 'overflow'].includes(as),
    ...retry,
  }
}

function inputOf(path: string | undefined): Json {
  return path === undefined ? null : { path }
}
