/** Supervises an agent: wall and idle deadlines on the monotonic clock (I-35, I-40), and stops on command. */
import type { AgentEnd, AgentSession, Clock } from '#engine/ports.ts'
import { noUsage } from '#model/usage.ts'

export interface Limits {
  readonly wallMs: number
  readonly idleMs: number
  /** After this much time, five idle minutes count as a stall (S3-15). */
  readonly softMs?: number | undefined
}

/** Idle output after the soft deadline counts as a stall. */
const deadMs = 300_000

/** How long an interrupted agent may take to end by itself. */
const graceMs = 10_000

/** The end of the session, or of its time. When it resolves the session's processes are gone. */
export async function superviseSession(
  clock: Clock,
  session: AgentSession,
  limits: Limits,
  stopped: AbortSignal,
): Promise<AgentEnd> {
  const over = new AbortController()
  const ended = session.ended.then((end) => {
    over.abort('ended')
    return end
  })
  const startedAt = clock.monotonic()
  const wake = AbortSignal.any([over.signal, stopped])
  while (!over.signal.aborted) {
    if (stopped.aborted) return interruptSession(clock, session, ended, over.signal)
    const passed = overdue(clock.monotonic(), startedAt, session.lastSign(), limits)
    if (passed.limit !== undefined) {
      await session.kill()
      const { usage } = await ended
      return {
        end: 'failed',
        failure: { tag: 'timeout', limit: passed.limit, afterMs: Math.round(clock.monotonic() - startedAt) },
        usage,
      }
    }
    await clock.sleep(passed.leftMs, wake)
  }
  return ended
}

/** Which deadline has passed, or how long until the next one. */
export function overdue(
  now: number,
  startedAt: number,
  lastSign: number,
  limits: Limits,
): { limit: 'wall' | 'idle' | undefined; leftMs: number } {
  const wallLeft = startedAt + limits.wallMs - now
  const idleLeft = idleEnd(startedAt, Math.max(lastSign, startedAt), limits) - now
  if (wallLeft <= 0) return { limit: 'wall', leftMs: 0 }
  if (idleLeft <= 0) return { limit: 'idle', leftMs: 0 }
  return { limit: undefined, leftMs: Math.min(wallLeft, idleLeft) }
}

function idleEnd(startedAt: number, lastSign: number, { idleMs, softMs }: Limits): number {
  const patient = lastSign + idleMs
  return softMs === undefined ? patient : Math.min(patient, Math.max(lastSign + deadMs, startedAt + softMs))
}

async function interruptSession(
  clock: Clock,
  session: AgentSession,
  ended: Promise<AgentEnd>,
  over: AbortSignal,
): Promise<AgentEnd> {
  await session.interrupt()
  await clock.sleep(graceMs, over)
  if (!over.aborted) await session.kill()
  const end = await ended
  return { end: 'failed', failure: { tag: 'interrupted' }, usage: end.usage ?? noUsage }
}
