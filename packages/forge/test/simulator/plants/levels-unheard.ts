/** Plant: what other runs were told about how full an account is reaches nobody. */
import type { EventOf } from '#model/event.ts'
import { applyGrant as production } from '#core/state/apply-capacity.ts'
import type { RunState } from '#core/state/state.ts'

export * from '#core/state/apply-capacity.ts'

export function applyGrant(state: RunState, event: EventOf<'capacity.granted'>): void {
  production(state, { ...event, used: undefined })
}
