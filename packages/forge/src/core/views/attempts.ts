/**
 * Attempts as people count them: those of agents. Checks, merges and tidying are Forge's own work and are not counted.
 */
import { phasesOf } from '#core/graph/position.ts'
import { triesOf } from '#core/state/apply-unit.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** How often the agents of a unit tried in its whole life, however often its plan was made again. */
export function attemptsOf(state: RunState, unit: UnitState): number {
  return agentTries(state, unit).reduce((sum, tries) => sum + tries, 0)
}

/** Those beyond the first of each phase. */
export function retriesOf(state: RunState, unit: UnitState): number {
  return agentTries(state, unit).reduce((sum, tries) => sum + Math.max(0, tries - 1), 0)
}

function agentTries(state: RunState, unit: UnitState): readonly number[] {
  // A phase that the template no longer has was an agent's: Forge's own phases are known by name.
  const own = new Set(
    phasesOf(state, unit)
      .filter(({ kind }) => kind !== 'agent')
      .map(({ name }) => name),
  )
  return Object.entries(triesOf(unit)).flatMap(([name, tries]) => (own.has(name) ? [] : [tries]))
}
