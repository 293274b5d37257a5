/** What the scripted agent says while it works: JSON lines on stdout. Anything else that it prints is only output. */
import { z } from 'zod'
import { parseStrictJson, type Line } from '#adapters/exec/index.ts'
import type { Clock } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import { TransportClass, type Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'
import { noUsage, Usage } from '#model/usage.ts'

const Milliseconds = z.number().int().nonnegative().max(1e11)

const Progress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool'), name: z.string() }),
  z.object({
    type: z.literal('session'),
    session: z.string().min(1).max(500),
    model: z.string().min(1).max(200).optional(),
  }),
  z.object({ type: z.literal('usage'), usage: Usage.omit({ source: true }) }),
  z.object({ type: z.literal('needs-human'), text: z.string().max(4000) }),
  z.object({ type: z.literal('rate-limited'), retryAfterMs: Milliseconds }),
  z.object({
    type: z.literal('failed'),
    as: z.enum([...TransportClass.options, 'quota', 'blocked']),
    retryAfterMs: Milliseconds.optional(),
    resetAfterMs: Milliseconds.default(0),
    text: z.string().max(20_000).default(''),
  }),
])
type Progress = z.infer<typeof Progress>

export interface Listener {
  take(line: Line): void
  /** The sum of what it said to have used. */
  usage(): Usage
  /** The last failure that it spoke of. */
  failure(): Failure | undefined
}

export interface Listening {
  readonly clock: Pick<Clock, 'wall'>
  readonly account: string
  readonly reports: (report: Report) => void
}

export function createListener({ clock, account, reports }: Listening): Listener {
  let usage: Usage = noUsage
  let failure: Failure | undefined

  function hear(progress: Progress): void {
    switch (progress.type) {
      case 'text':
      case 'tool':
        return
      case 'session':
        return reports({
          kind: 'session',
          session: progress.session,
          ...(progress.model === undefined ? {} : { model: progress.model }),
        })
      case 'usage':
        usage = sumOf(usage, progress.usage)
        return reports({ kind: 'usage', usage })
      case 'needs-human':
        return reports({ kind: 'needs-human', text: progress.text })
      case 'rate-limited':
        return reports({ kind: 'rate-limited', account, until: Math.round(clock.wall() + progress.retryAfterMs) })
      case 'failed':
        failure = failureOf(progress, clock)
        return
      default:
        return unreachable(progress)
    }
  }

  return {
    take(line) {
      // Most of what is printed is no progress; seeing that must cost next to nothing, or a flood costs much.
      if (line.isTruncated || !line.text.startsWith('{')) return
      const json = parseStrictJson(line.text)
      const progress = json.ok ? Progress.safeParse(json.value) : undefined
      if (progress?.success === true) hear(progress.data)
    },
    usage: () => usage,
    failure: () => failure,
  }
}

function sumOf(one: Usage, other: Omit<Usage, 'source'>): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    costMicros: one.costMicros + other.costMicros,
    source: 'reported',
  }
}

function failureOf(progress: Extract<Progress, { type: 'failed' }>, clock: Pick<Clock, 'wall'>): Failure {
  const { as, retryAfterMs, resetAfterMs, text } = progress
  if (as === 'blocked') return { tag: 'blocked', text }
  if (as === 'quota') return { tag: 'quota', resetAt: Math.round(clock.wall() + resetAfterMs) }
  return { tag: 'transport', class: as, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}
