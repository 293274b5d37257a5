/**
 * The state machine of a task: a typed table, and a view that reads the state from the facts. Nothing is stored, so
 * nothing can be forced; an escalated or blocked task goes on by an audited reopening and in no other way (C-23, D-02).
 */
import type { Phase } from '#model/phase.ts'
import { phasesOf, positionOf, type Position } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

export const taskStates = [
  'draft',
  'planned',
  'plan-revision-required',
  'plan-approved',
  'implementing',
  'implemented',
  'code-revision-required',
  'review-approved',
  'approved',
  'committed',
  'blocked',
  'escalated',
  'abandoned',
] as const
export type TaskState = (typeof taskStates)[number]

/** Wherever it stands, a task may be stopped or taken out of the plan. */
const ends = ['blocked', 'escalated', 'abandoned'] as const
/** Where a task goes on after somebody reopened it, or after what it builds on has changed. */
const again = ['draft', 'plan-revision-required', 'plan-approved', 'implementing', 'code-revision-required'] as const
const judged = ['planned', 'implemented', 'review-approved', 'approved'] as const

/**
 * What may follow what. `committed` and `abandoned` are ends, but that a later plan may begin an abandoned task anew; what
 * follows `blocked` and `escalated` are the reopenings.
 */
export const taskMoves: Readonly<Record<TaskState, readonly TaskState[]>> = {
  draft: ['planned', 'implementing', 'implemented', ...ends],
  planned: ['plan-approved', 'plan-revision-required', 'implementing', ...ends],
  'plan-revision-required': ['planned', ...ends],
  'plan-approved': ['implementing', 'plan-revision-required', ...ends],
  implementing: ['implemented', 'code-revision-required', 'plan-revision-required', ...ends],
  implemented: ['review-approved', 'approved', 'code-revision-required', 'plan-revision-required', ...ends],
  'code-revision-required': ['implementing', 'implemented', 'plan-revision-required', ...ends],
  'review-approved': ['approved', 'code-revision-required', 'plan-revision-required', 'implemented', ...ends],
  approved: ['committed', 'code-revision-required', 'plan-revision-required', 'review-approved', ...ends],
  committed: [],
  blocked: [...again, ...judged, 'abandoned'],
  escalated: [...again, ...judged, 'abandoned'],
  abandoned: ['draft'],
}

export function taskState(state: RunState, unit: UnitState): TaskState {
  if (unit.merged !== undefined || unit.status === 'done') return 'committed'
  if (unit.status === 'dropped') return 'abandoned'
  if (unit.status === 'stopped') return unit.stop?.failure?.tag === 'blocked' ? 'blocked' : 'escalated'
  const position = positionOf(state, unit)
  return position === undefined ? 'approved' : openState(state, position)
}

function openState(state: RunState, position: Position): TaskState {
  const { unit, phase } = position
  const phases = phasesOf(state, unit).filter((other) => other.effect !== 'off')
  const at = phases.indexOf(phase)
  const behind = phases.slice(0, at)
  if (isMaker(phase, 'document') && !behind.some((other) => isMaker(other, 'work')))
    return position.state.last?.verdict === 'pass' ? 'plan-revision-required' : 'draft'
  if (isMaker(phase, 'work')) return workState(state, position, behind)
  if (!behind.some((other) => isMaker(other, 'work'))) return behind.length === 0 ? 'draft' : 'planned'
  if (!phases.slice(at).some(judgesWork)) return 'approved'
  return behind.some(judgesWork) ? 'review-approved' : 'implemented'
}

function workState(state: RunState, { unit, path, state: phase }: Position, behind: readonly Phase[]): TaskState {
  if (phase.attempt === 0) {
    if (behind.some((other) => other.kind === 'agent' && other.judges !== undefined)) return 'plan-approved'
    return Object.keys(unit.documents).length > 0 ? 'planned' : 'draft'
  }
  const isOpen = state.attempts[path] !== undefined
  return phase.last?.verdict === 'pass' && !isOpen ? 'code-revision-required' : 'implementing'
}

function isMaker(phase: Phase, yields: 'document' | 'work'): boolean {
  return phase.kind === 'agent' && phase.yields === yields
}

function judgesWork(phase: Phase): boolean {
  return phase.kind === 'agent' && phase.yields === 'verdict' && phase.judges === undefined
}
