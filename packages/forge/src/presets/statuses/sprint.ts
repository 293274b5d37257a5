/**
 * The statuses of a sprint. A finished one is active again when a human reopens a unit of it, which the journal
 * records.
 */
import { statuses } from './table.ts'

const moves = {
  planning: ['active', 'blocked', 'completed', 'partially-completed', 'abandoned'],
  active: ['completed', 'partially-completed', 'blocked', 'abandoned'],
  blocked: ['active', 'planning', 'abandoned'],
  completed: ['retrospective-done', 'active'],
  'partially-completed': ['retrospective-done', 'active', 'planning'],
  'retrospective-done': ['active'],
  abandoned: [],
} as const

export const sprint = statuses<keyof typeof moves>(moves, [
  ['blocked', 'run.state in [paused, stopped]'],
  ['abandoned', 'run.state == cancelling'],
  ['abandoned', 'run.state == finished', 'run.outcome == cancelled'],
  ['retrospective-done', 'run.state == finished', 'run.closed == true'],
  ['completed', 'run.state == finished', 'run.outcome == done'],
  ['partially-completed', 'run.state == finished'],
  ['planning', 'run.waits == true'],
  ['active'],
])
