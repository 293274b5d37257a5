/** Plant: what was verified before the merge is not verified again on the merged result. */
import type { UnitState, RunState } from '#core/state/state.ts'
import { positionOf as production, type Position } from '#core/graph/position.ts'

export * from '#core/graph/position.ts'

export function positionOf(state: RunState, unit: UnitState): Position | undefined {
  const position = production(state, unit)
  if (position?.phase.name !== 'verify-merged' || position.judged === undefined) return position
  const last = { judged: position.judged, verdict: 'pass', key: 'planted', failure: undefined, handled: false } as const
  return production(state, { ...unit, phases: { ...unit.phases, 'verify-merged': { ...position.state, last } } })
}
