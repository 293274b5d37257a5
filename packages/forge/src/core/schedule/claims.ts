/** Which units hold which paths, so that two that may write the same file never run at once (U-09, C-07). */
import { pathsOverlap } from '#core/graph/paths.ts'
import { doesWork } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Declared writes; `unknown` when a working unit declares none: it runs alone. */
export type Claim = readonly string[] | 'unknown'

export function claimOf(state: RunState, unit: UnitState): Claim {
  if (!doesWork(state, unit.spec)) return []
  return unit.spec.writes ?? 'unknown'
}

/** A unit holds its claim while it is in work and not yet merged. */
export function holdsClaim(unit: UnitState): boolean {
  return unit.status === 'open' && unit.inWork && unit.merged === undefined
}

export function claimsCollide(one: Claim, other: Claim): boolean {
  if (one === 'unknown') return other === 'unknown' || other.length > 0
  if (other === 'unknown') return one.length > 0
  return one.some((path) => other.some((held) => pathsOverlap(path, held)))
}
