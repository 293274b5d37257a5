/** Which planner owns which units: a planner owns what it planned, and no other planner changes or drops it. */
import { say, type Said } from '#messages/said.ts'
import type { UnitId } from '#model/ids.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import type { KnownUnits } from './check.ts'

export function isOwnedBy(state: RunState, id: UnitId, planner: UnitId): boolean {
  return state.units[id]?.spec.plannedBy === planner
}

/** What these units have planned, and what those planned in turn. */
export function belowOf(state: RunState, ids: readonly UnitId[]): ReadonlySet<UnitId> {
  const below = new Set<UnitId>()
  const planners = new Set(ids)
  for (const planner of planners)
    for (const id of state.order)
      if (isOwnedBy(state, id, planner) && !planners.has(id)) {
        planners.add(id)
        below.add(id)
      }
  return below
}

/** Ids of plans, with their planners; those of a waiting plan are taken already. */
export function proposedIds(state: RunState): ReadonlyMap<UnitId, UnitId> {
  const planners = state.order.map((id) => state.units[id] as UnitState).filter(({ status }) => status !== 'dropped')
  return new Map(
    planners.flatMap(({ spec, plan }) => (plan?.plan.units ?? []).map(({ id }): [UnitId, UnitId] => [id, spec.id])),
  )
}

/** Names that a plan of this author may not take, and merged work that it may build on. */
export function knownUnits(state: RunState, author: UnitState): KnownUnits {
  const fixed = [...(state.spec?.units ?? []), ...(state.spec?.closing ?? [])].map((unit) => unit.id)
  const merged = state.order.filter((id) => state.units[id]?.merged !== undefined)
  const own = author.spec.id
  const others = new Map<UnitId, Said>()
  for (const [id, planner] of proposedIds(state))
    if (planner !== own) others.set(id, say('unit.plannedByPlanner', { planner }))
  for (const id of state.order) {
    const { plannedBy, added } = (state.units[id] as UnitState).spec
    if (added === true) others.set(id, say('unit.addedBySomebody'))
    else if (plannedBy !== undefined && plannedBy !== own)
      others.set(id, say('unit.plannedByPlanner', { planner: plannedBy }))
  }
  return { taken: new Set([own, ...fixed]), others, merged: new Set(merged), overlaps: state.spec?.overlaps }
}

/** Units of accepted plans that are missing: without them the run has not done what was approved. */
export function missingUnits(state: RunState): readonly UnitId[] {
  return state.order.flatMap((id) => {
    const { status, plan } = state.units[id] as UnitState
    if (status === 'dropped' || plan?.expanded !== true) return []
    const planned = plan.plan.units.map((unit) => unit.id)
    return planned.filter((unit) => !isOwnedBy(state, unit, id) || state.units[unit]?.status === 'dropped')
  })
}
