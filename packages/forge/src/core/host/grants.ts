/**
 * Which run gets what: slots are shared evenly in order of arrival, paths belong to the run that claimed them first.
 */
import { pathsOverlap } from '#core/graph/paths.ts'
import type { HostRun, HostState } from './state.ts'

/**
 * The slots in total: as configured, and at least one for each run that asks, so that a run that waits for an answer
 * starves none.
 */
function slotsOf({ slots, order, runs }: HostState): number {
  return Math.max(slots, order.filter((run) => (runs[run] as HostRun).slots > 0).length)
}

/**
 * Slots per run: one each in turn until none is left or no run wants more (fair, deterministic, never over the total).
 */
export function shareSlots(state: HostState): ReadonlyMap<string, number> {
  const shares = new Map(state.order.map((run) => [run, 0]))
  let free = slotsOf(state)
  for (let given = -1; free > 0 && given !== 0;) {
    given = 0
    for (const run of state.order) {
      const share = shares.get(run) ?? 0
      if (free === 0 || share >= (state.runs[run] as HostRun).slots) continue
      shares.set(run, share + 1)
      free -= 1
      given += 1
    }
  }
  return shares
}

/** Paths of a run that an earlier run has claimed. */
export function contestedOf(state: HostState, run: string): string[] {
  const earlier = state.order
    .slice(0, state.order.indexOf(run))
    .flatMap((other) => (state.runs[other] as HostRun).writes)
  return (state.runs[run] as HostRun).writes.filter((path) => earlier.some((held) => pathsOverlap(path, held)))
}

/** Limits that have not expired. */
export function accountLimits(state: HostState): Record<string, number> {
  return Object.fromEntries(Object.entries(state.accounts).filter(([, until]) => until > state.now))
}
