/** A session that ended before it started, because there was nothing to start. */
import type { AgentSession } from '#engine/ports.ts'
import type { Failure } from '#model/failure.ts'
import { noUsage } from '#model/usage.ts'

export function endedSession(failure: Failure): AgentSession {
  const at = performance.now()
  return {
    ended: Promise.resolve({ end: 'failed', failure, usage: noUsage }),
    lastSign: () => at,
    interrupt: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  }
}
