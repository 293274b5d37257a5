/** The state machines of sprints and bugs: typed tables, and views that read the state of a run from its facts. */
import { phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export const sprintStates = [
  'planning',
  'active',
  'blocked',
  'completed',
  'partially-completed',
  'retrospective-done',
  'abandoned',
] as const
export type SprintState = (typeof sprintStates)[number]

export const sprintMoves: Readonly<Record<SprintState, readonly SprintState[]>> = {
  planning: ['active', 'blocked', 'completed', 'partially-completed', 'abandoned'],
  active: ['completed', 'partially-completed', 'blocked', 'abandoned'],
  blocked: ['active', 'planning', 'abandoned'],
  completed: ['retrospective-done', 'active'],
  'partially-completed': ['retrospective-done', 'active', 'planning'],
  'retrospective-done': ['active'],
  abandoned: [],
}

/** A finished sprint is active again when a unit of it is reopened: that is an audited word of a human. */
export function sprintState(state: RunState): SprintState {
  switch (state.status) {
    case 'paused':
    case 'stopped':
      return 'blocked'
    case 'cancelling':
      return 'abandoned'
    case 'finished':
      if (state.outcome === 'cancelled') return 'abandoned'
      if (state.retrospected) return 'retrospective-done'
      return state.outcome === 'done' ? 'completed' : 'partially-completed'
    case 'absent':
    case 'running':
      return state.spec?.opens === 'planning' && !state.begun ? 'planning' : 'active'
  }
}

export const bugStates = ['reported', 'triaged', 'in-progress', 'fixed', 'abandoned'] as const
export type BugState = (typeof bugStates)[number]

export const bugMoves: Readonly<Record<BugState, readonly BugState[]>> = {
  reported: ['triaged', 'abandoned'],
  triaged: ['in-progress', 'abandoned'],
  'in-progress': ['fixed', 'abandoned', 'triaged'],
  fixed: ['in-progress'],
  abandoned: [],
}

/** Triaged when a plan has become units; in progress when one of them has begun; fixed when the run is done. */
export function bugState(state: RunState): BugState {
  if (state.outcome === 'cancelled' || state.status === 'cancelling') return 'abandoned'
  if (state.status === 'finished' && state.outcome === 'done') return 'fixed'
  const units = state.order.map((id) => state.units[id] as UnitState)
  const planned = units.filter((unit) => state.spec?.units.every(({ id }) => id !== unit.spec.id))
  if (planned.length === 0) return 'reported'
  return planned.some((unit) => phasesOf(state, unit).some(({ name }) => unit.phases[name] !== undefined))
    ? 'in-progress'
    : 'triaged'
}
