/** Events about what the run shares with others: grants of the host stream, limits of accounts, waits. */
import type { EventOf } from '#model/event.ts'
import type { Lanes } from '#model/run.ts'
import { ownUnit, type Draft } from './draft.ts'
import type { RunState, UnitState } from './state.ts'

export function applyTimer(draft: Draft, event: EventOf<'timer.fired'>): void {
  const { state } = draft
  for (const id of state.order) {
    const unit = state.units[id]
    if (unit?.wakeAt !== undefined && unitTimerKey(state, unit) === event.key) ownUnit(draft, id).wakeAt = undefined
  }
  for (const [account, until] of Object.entries(state.capacity.limits)) {
    if (limitTimerKey(state, account, until) !== event.key) continue
    delete state.capacity.limits[account]
    state.capacity.passed[account] = until
    if ((state.capacity.reported[account]?.until ?? until) <= until) delete state.capacity.reported[account]
  }
}

/** The key of an account's limit: one per provider, where the provider of the account is known. */
export function accountLimitKey(lane: { readonly provider?: string | undefined; readonly account: string }): string {
  return lane.provider === undefined ? lane.account : `${lane.provider}/${lane.account}`
}

/** Account settings that the message does not name are removed; the agent stays unless another one is named. */
export function applyLanes(state: RunState, { routing, ...lanes }: Lanes): void {
  if (state.spec === undefined) return
  const { accounts: _a, payers: _p, fallback: _f, leaveAt: _l, ...spec } = state.spec
  const known = spec.routing === undefined || routing === undefined ? {} : { routing: { ...spec.routing, ...routing } }
  state.spec = { ...spec, ...lanes, ...known }
}

/** A wait follows a dispatch, so the lifetime count makes the key of each wait new. */
export function unitTimerKey(state: RunState, unit: UnitState): string {
  return `${state.run}/timer/${unit.spec.id}@${unit.dispatches}`
}

/**
 * A limit is only ever extended (I-32), and one that was waited for does not start again for the same time. Returns
 * whether it did.
 */
function closeGate(state: RunState, account: string, until: number): boolean {
  const { limits: gates, passed } = state.capacity
  if (until <= Math.max(gates[account] ?? 0, passed[account] ?? 0)) return false
  gates[account] = until
  return true
}

export function limitTimerKey(state: RunState, account: string, until: number): string {
  return `${state.run}/gate/${account}@${until}`
}

export function applyAsk(state: RunState, event: EventOf<'capacity.asked'>): void {
  state.capacity.asks += 1
  state.capacity.asked = { slots: event.slots, writes: event.writes }
  state.capacity.open = { key: event.key, slots: event.slots, writes: event.writes }
}

export function applyGrant(state: RunState, event: EventOf<'capacity.granted'>): void {
  const { capacity } = state
  capacity.serial = event.serial
  capacity.granted = event.slots
  capacity.contested = event.contested
  capacity.floor = event.floor
  if (capacity.open !== undefined && event.answers === capacity.open.key) capacity.open = undefined
  if (event.used !== undefined) capacity.reportedElsewhere = event.used
  for (const [account, until] of Object.entries(event.gates)) {
    closeGate(state, account, until)
    const reported = capacity.reported[account]
    if (reported !== undefined && reported.until <= until) delete capacity.reported[account]
  }
}

/** A known limit, or one that was waited for already, is not sent to the host. */
export function applyLimit(state: RunState, event: EventOf<'limit.reported'>): void {
  if (closeGate(state, event.account, event.until))
    state.capacity.reported[event.account] = { key: event.key, until: event.until }
}
