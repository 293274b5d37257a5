/** Critical path first: a unit's priority is the longest chain of expected minutes that waits for it, itself included. */
import type { RunState, UnitState } from '#core/state/state.ts'

/** Longest remaining path in minutes for each open unit. */
export function remainingPaths(state: RunState): ReadonlyMap<string, number> {
  const dependants = new Map<string, string[]>()
  for (const id of state.order) {
    const unit = state.units[id] as UnitState
    if (unit.status !== 'open') continue
    for (const dependency of [...unit.spec.depends, ...unit.spec.after]) {
      const list = dependants.get(dependency)
      if (list === undefined) dependants.set(dependency, [id])
      else list.push(id)
    }
  }
  const tails = new Map<string, number>()
  for (const id of state.order) tailOf(state, id, dependants, tails)
  return tails
}

function tailOf(state: RunState, id: string, dependants: ReadonlyMap<string, string[]>, tails: Map<string, number>): number {
  const known = tails.get(id)
  if (known !== undefined) return known
  // A checked graph has no cycle; should one slip through, it ends here instead of in an endless recursion.
  tails.set(id, 0)
  let longest = 0
  for (const next of dependants.get(id) ?? []) longest = Math.max(longest, tailOf(state, next, dependants, tails))
  const unit = state.units[id] as UnitState
  const own = unit.status === 'open' ? Math.max(unit.spec.expectedMinutes - unit.activeMs / 60_000, 0) : 0
  tails.set(id, own + longest)
  return own + longest
}
