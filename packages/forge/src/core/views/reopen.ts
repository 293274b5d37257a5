/** What reopening a unit from a phase takes back: told before it is done, so that nobody is surprised. */
import { phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface Invalidated {
  /** The phase that works again. */
  readonly works: string
  /** Phases that had passed and are asked again, in order: what builds on the work of the first. */
  readonly again: readonly string[]
}

/** Undefined when the unit has no such phase that works. */
export function invalidatedBy(state: RunState, id: string, from: string): Invalidated | undefined {
  const unit = state.units[id]
  if (unit === undefined) return undefined
  const phases = phasesOf(state, unit).filter((phase) => phase.effect !== 'off')
  const at = phases.findIndex((phase) => phase.name === from && phase.kind === 'agent' && phase.yields !== 'verdict')
  if (at < 0) return undefined
  const again = phases.slice(at + 1).filter(({ name }) => hasPassed(unit, name))
  return { works: from, again: again.map(({ name }) => name) }
}

function hasPassed(unit: UnitState, name: string): boolean {
  return unit.phases[name]?.last?.verdict === 'pass'
}
