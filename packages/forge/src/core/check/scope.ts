/** What a walk requires of plans: none removes a unit of another planner, and no run is done without a planned unit. */
import { say, type Said } from '#messages/said.ts'
import type { EventOf } from '#model/event.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Units that a plan drops or replaces although neither its planner nor a dropped unit planned them. */
export function removedUnits(
  { units, spec }: RunState,
  { unit: author, drop, replace }: EventOf<'graph.changed'>,
): readonly Said[] {
  if (author === undefined) return []
  const closing = (spec?.closing ?? []).map(({ id }) => id)
  const changed = new Set([...drop, ...replace.map(({ id }) => id)])
  const isOwn = (id: string): boolean => {
    const owner = units[id]?.spec.plannedBy
    return owner === author || (owner !== undefined && changed.has(owner) && isOwn(owner))
  }
  const others = [...changed].filter((id) => !closing.includes(id) && !isOwn(id))
  return others.map((id) =>
    say('plan.takesUnitOfOther', {
      planner: author,
      unit: id,
      other: units[id]?.spec.plannedBy ?? say('audit.noPlan'),
    }),
  )
}

/** Units of plans that are not done although the run is. */
export function leftOut({ outcome, status, units, order }: RunState): readonly Said[] {
  if (status !== 'finished' || outcome !== 'done') return []
  const planners = order.map((id) => units[id] as UnitState).filter((unit) => unit.status !== 'dropped')
  return planners.flatMap(({ spec, plan }) =>
    (plan?.plan.units ?? [])
      .filter(({ id }) => units[id]?.status !== 'done')
      .map(({ id }) => say('run.doneWithoutPlannedUnit', { unit: id, planner: spec.id })),
  )
}
