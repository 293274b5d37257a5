/** Plant: an edited plan inherits the approval of the one before it. */
import type { EventOf } from '#model/event.ts'
import { ownPhase, type Draft } from '#core/state/draft.ts'
import { applyPlan as production } from '#core/state/apply-unit.ts'

export * from '#core/state/apply-unit.ts'

export function applyPlan(draft: Draft, event: EventOf<'plan.proposed'>): void {
  production(draft, event)
  const phase = ownPhase(draft, event.unit, 'approve')
  if (phase.last?.verdict === 'pass')
    phase.last = { ...phase.last, judged: { ...phase.last.judged, subject: event.hash } }
}
