/** Plant: dispatches are not counted on the unit. */
import type { EventOf } from '#model/event.ts'
import { ownUnit, type Draft } from '#core/state/draft.ts'
import { applyAttemptIntended as production } from '#core/state/apply-attempt.ts'

export * from '#core/state/apply-attempt.ts'

export function applyAttemptIntended(draft: Draft, event: EventOf<'attempt.intended'>): void {
  production(draft, event)
  const unit = ownUnit(draft, event.task.unit)
  unit.dispatches = Math.min(unit.dispatches, 1)
}
