/** What a run has counted of the rounds of one phase. */
import type { RunState, UnitState } from '#core/state/state.ts'
import type { Counted } from './rounds.ts'

export function countedIn({ replans: iterations = 0 }: RunState, { phases }: UnitState, phase: string): Counted {
  const { revisions = 0, repairs: repairsHere = 0 } = phases[phase] ?? {}
  const repairs = Object.values(phases).reduce((sum, one) => sum + (one.repairs ?? 0), 0)
  return { revisions, repairsHere, repairs, iterations }
}
