/** How far a run is and how long it will take: pure functions of the state (U-22). */
import { positionOf, phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export interface Progress {
  /** 0 … 100; at most 95 until the run has ended well: the last review may still find something. */
  readonly percent: number
  readonly done: number
  readonly total: number
  /** Minutes to go, once enough units have finished to estimate. */
  readonly etaMinutes: number | undefined
  readonly confidence: 'low' | 'medium' | 'high'
}

export function progressOf(state: RunState): Progress {
  const units = state.order.map((id) => state.units[id] as UnitState).filter((unit) => unit.status !== 'dropped')
  const weight = units.reduce((sum, unit) => sum + unit.spec.expectedMinutes, 0)
  const finished = units.reduce((sum, unit) => sum + unit.spec.expectedMinutes * shareDone(state, unit), 0)
  const done = units.filter((unit) => unit.status === 'done').length
  const share = weight === 0 ? 0 : finished / weight
  const percent = state.status === 'finished' && state.outcome === 'done' ? 100 : Math.min(95, Math.floor(share * 100))
  return { percent, done, total: units.length, ...etaOf(state, units) }
}

function shareDone(state: RunState, unit: UnitState): number {
  if (unit.status === 'done') return 1
  const phases = phasesOf(state, unit)
  const position = positionOf(state, unit)
  return position === undefined ? 1 : phases.indexOf(position.phase) / phases.length
}

/** Expected minutes of the rest, corrected by the actual times of finished units, per used slot. */
function etaOf(state: RunState, units: readonly UnitState[]): Pick<Progress, 'etaMinutes' | 'confidence'> {
  const finished = units.filter((unit) => unit.status === 'done' && unit.activeMs > 0)
  const left = units.filter((unit) => unit.status === 'open')
  if (finished.length === 0) return { etaMinutes: undefined, confidence: 'low' }
  const expected = finished.reduce((sum, unit) => sum + unit.spec.expectedMinutes, 0)
  const taken = finished.reduce((sum, unit) => sum + unit.activeMs / 60_000, 0)
  const minutes = left.reduce((sum, unit) => sum + unit.spec.expectedMinutes * (1 - shareDone(state, unit)), 0)
  const slots = Math.max(1, Math.min(state.capacity.granted, left.length))
  const etaMinutes = Math.round(((minutes * taken) / expected / slots) * 10) / 10
  return { etaMinutes, confidence: finished.length * 2 >= units.length ? 'high' : 'medium' }
}
