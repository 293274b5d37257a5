/** Plant: a plan drops every planned unit that is not in it, whoever planned it. */
import type { Plan } from '#model/unit.ts'
import { changeFor as production, type GraphChange } from '#core/graph/expand.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export * from '#core/graph/expand.ts'

export function changeFor(state: RunState, author: UnitState, plan: Plan): GraphChange {
  const change = production(state, author, plan)
  const ids = new Set(plan.units.map(({ id }) => id))
  const others = state.order.filter((id) => {
    const unit = state.units[id] as UnitState
    const isPlanned = unit.spec.plannedBy !== undefined && !ids.has(id)
    return isPlanned && unit.merged === undefined && unit.status !== 'dropped' && !change.drop.includes(id)
  })
  return { ...change, drop: [...change.drop, ...others] }
}
