/** What people mean by an attempt: that an agent tried. Checks, merges and tidying are Forge's own work and are not counted. */
import { phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** How often the agents of a unit tried, as it is planned now. */
export function attemptsOf(state: RunState, unit: UnitState): number {
  return triesOf(state, unit).reduce((sum, tries) => sum + tries, 0)
}

/** Those beyond the first of each phase. */
export function retriesOf(state: RunState, unit: UnitState): number {
  return triesOf(state, unit).reduce((sum, tries) => sum + Math.max(0, tries - 1), 0)
}

function triesOf(state: RunState, unit: UnitState): readonly number[] {
  return phasesOf(state, unit)
    .filter(({ kind }) => kind === 'agent')
    .map(({ name }) => unit.phases[name]?.attempt ?? 0)
}
