/**
 * The longest work starts first. Two things are sequential once a unit starts: the chain of units that depend on it,
 * and all work that is left on any one of its paths. The longer of the two is its priority, in minutes.
 */
import type { RunState, UnitState } from '#core/state/state.ts'

/** Minutes of sequential work once the unit starts, for each open unit. */
export function remainingPaths(state: RunState): ReadonlyMap<string, number> {
  const queues = pathQueues(state)
  const priorities = new Map<string, number>()
  for (const [id, chain] of remainingChains(state)) {
    const writes = state.units[id]?.spec.writes ?? []
    priorities.set(id, Math.max(chain, ...writes.map((path) => queues.get(path) ?? 0)))
  }
  return priorities
}

/** Minutes of all open units that declare a path: they write it one after the other. */
function pathQueues(state: RunState): ReadonlyMap<string, number> {
  const queues = new Map<string, number>()
  for (const id of state.order) {
    const unit = state.units[id] as UnitState
    for (const path of unit.spec.writes ?? []) queues.set(path, (queues.get(path) ?? 0) + minutesLeft(unit))
  }
  return queues
}

/** The longest chain of units that wait for each unit, itself included. */
function remainingChains(state: RunState): ReadonlyMap<string, number> {
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

function tailOf(
  state: RunState,
  id: string,
  dependants: ReadonlyMap<string, string[]>,
  tails: Map<string, number>,
): number {
  const known = tails.get(id)
  if (known !== undefined) return known
  // A checked graph has no cycle; should one slip through, it ends here instead of in an endless recursion.
  tails.set(id, 0)
  let longest = 0
  for (const next of dependants.get(id) ?? []) longest = Math.max(longest, tailOf(state, next, dependants, tails))
  const unit = state.units[id] as UnitState
  const whole = minutesLeft(unit) + longest
  tails.set(id, whole)
  return whole
}

function minutesLeft(unit: UnitState): number {
  if (unit.status !== 'open' || unit.merged !== undefined) return 0
  return Math.max(unit.spec.expectedMinutes - unit.activeMs / 60_000, 0)
}
