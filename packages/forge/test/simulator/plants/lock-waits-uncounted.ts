/** Plant: waits for a lock are not counted. */
import type { EventOf } from '#model/event.ts'
import { applyRecovery as production } from '#core/state/apply-unit.ts'
import type { Draft } from '#core/state/draft.ts'

export * from '#core/state/apply-unit.ts'

export function applyRecovery(draft: Draft, event: EventOf<'recovery.chosen'>): void {
  production(draft, event.counts === 'lockWaits' ? { ...event, counts: 'nothing' } : event)
}
