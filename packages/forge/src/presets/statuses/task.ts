/**
 * The statuses of a task. Nothing is stored, so nothing can be forced: the first line that holds for the
 * recorded facts is the status. An escalated or blocked task continues by an audited reopening and in no other way
 * (C-23, D-02).
 */
import { statuses } from './table.ts'

/** In every status, a task may be stopped or dropped from the plan. */
const ends = ['blocked', 'escalated', 'abandoned'] as const
/** Where a task continues after a human reopened it, or after a change of what it builds on. */
const again = ['draft', 'plan-revision-required', 'plan-approved', 'implementing', 'code-revision-required'] as const
const judged = ['planned', 'implemented', 'review-approved', 'approved'] as const

/**
 * Allowed transitions. `blocked` and `escalated` are left by reopening; a later plan may start an abandoned task anew.
 */
const moves = {
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
} as const

export const task = statuses<keyof typeof moves>(moves, [
  ['committed', 'unit.merged == true'],
  ['committed', 'unit.state == done'],
  ['abandoned', 'unit.state == dropped'],
  ['blocked', 'unit.state == stopped', 'unit.failure == blocked'],
  ['escalated', 'unit.state == stopped'],
  ['approved', 'phase.kind == null'],
  // It is being planned.
  ['plan-revision-required', 'phase.yields == document', 'behind.work == false', 'phase.passed == true'],
  ['draft', 'phase.yields == document', 'behind.work == false'],
  // It is being made.
  ['plan-approved', 'phase.yields == work', 'phase.attempt == 0', 'behind.judges-document == true'],
  ['draft', 'phase.yields == work', 'phase.attempt == 0', 'unit.documents == 0'],
  ['planned', 'phase.yields == work', 'phase.attempt == 0'],
  ['code-revision-required', 'phase.yields == work', 'phase.passed == true', 'phase.open == false'],
  ['implementing', 'phase.yields == work'],
  // It waits for its plan to be judged, or for the work to start.
  ['draft', 'behind.work == false', 'behind.phases == 0'],
  ['planned', 'behind.work == false'],
  // It is being judged.
  ['approved', 'ahead.judges-work == false'],
  ['review-approved', 'behind.judges-work == true'],
  ['implemented'],
])
