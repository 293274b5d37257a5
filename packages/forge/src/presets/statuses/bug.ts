/**
 * The statuses of a bug: triaged when a plan has become units, in progress when one of them has started, fixed
 * when the run is done.
 */
import { statuses } from './table.ts'

const moves = {
  reported: ['triaged', 'abandoned'],
  triaged: ['in-progress', 'abandoned'],
  'in-progress': ['fixed', 'abandoned', 'triaged'],
  fixed: ['in-progress'],
  abandoned: [],
} as const

export const bug = statuses<keyof typeof moves>(moves, [
  ['abandoned', 'run.outcome == cancelled'],
  ['abandoned', 'run.state == cancelling'],
  ['fixed', 'run.state == finished', 'run.outcome == done'],
  ['reported', 'run.planned == 0'],
  ['in-progress', 'run.begun == true'],
  ['triaged'],
])
