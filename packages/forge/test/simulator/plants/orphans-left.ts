/** Plant: what is left of a lost performance lives on. */
import { performAttempt as production, type AttemptCommand } from '#engine/perform/perform-attempt.ts'
import type { PerformContext } from '#engine/perform/perform-context.ts'

export * from '#engine/perform/perform-attempt.ts'

export function performAttempt(site: PerformContext, command: AttemptCommand, stopped: AbortSignal): Promise<void> {
  const processes = { ...site.world.processes, sweep: () => Promise.resolve(0) }
  return production({ ...site, world: { ...site.world, processes } }, command, stopped)
}
