/**
 * A draft of a state: one shallow copy that events are applied to in place, so that a fold of n events costs n,
 * not n copies. Parts are copied when first touched; the state a draft was made from never changes.
 */
import type { UnitId } from '#model/ids.ts'
import { freshPhase, type PhaseState, type RunState, type UnitState } from './state.ts'

export interface Draft {
  readonly state: RunState
  readonly owned: Set<unknown>
}

export function draftOf(state: RunState): Draft {
  const copy: RunState = {
    ...state,
    units: { ...state.units },
    openAttempts: { ...state.openAttempts },
    stops: { ...state.stops },
    questions: { ...state.questions },
    capacity: {
      ...state.capacity,
      limits: { ...state.capacity.limits },
      passed: { ...state.capacity.passed },
      reported: { ...state.capacity.reported },
    },
    spent: { ...state.spent },
  }
  return { state: copy, owned: new Set() }
}

/** The unit, copied on first touch. An unknown unit is a bug of the rule that made the event. */
export function ownUnit(draft: Draft, id: UnitId): UnitState {
  const unit = draft.state.units[id]
  if (unit === undefined) throw new Error(`no unit ${id}`)
  if (draft.owned.has(unit)) return unit
  const copy = { ...unit, phases: { ...unit.phases } }
  draft.owned.add(copy)
  draft.state.units[id] = copy
  return copy
}

/** The phase of an owned unit, copied on first touch. */
export function ownPhase(draft: Draft, id: UnitId, name: string): PhaseState {
  const unit = ownUnit(draft, id)
  const phase = unit.phases[name] ?? freshPhase
  if (draft.owned.has(phase)) return phase
  const copy = { ...phase, inputs: { ...phase.inputs } }
  draft.owned.add(copy)
  unit.phases[name] = copy
  return copy
}
