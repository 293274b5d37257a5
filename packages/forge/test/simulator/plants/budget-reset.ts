/** Plant: every recovery starts with fresh counters. */
import { chooseRung as production } from '#core/recover/ladder.ts'
import type { Rung, FailedPhase } from '#core/recover/failed-phase.ts'

export * from '#core/recover/ladder.ts'

export function chooseRung(trouble: FailedPhase): Rung {
  return production({ ...trouble, spent: { transport: 0, empty: 0, unchanged: 0, attempts: 0, revisions: 0 } })
}
