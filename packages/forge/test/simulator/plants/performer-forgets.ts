/** Plant: every offer is taken as new. */
import type { Command } from '#model/command.ts'
import { createPerformer as production, type Performer } from '#engine/perform/performer.ts'
import type { PerformContext } from '#engine/perform/perform-context.ts'

export * from '#engine/perform/performer.ts'

export function createPerformer(site: PerformContext, onBug: (error: unknown) => void): Performer {
  const known = production(site, onBug)
  return {
    ...known,
    offer(commands: readonly Command[]) {
      known.offer(commands)
      production(site, onBug).offer(commands.filter((command) => command.kind === 'attempt'))
    },
  }
}
