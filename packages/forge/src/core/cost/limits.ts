/**
 * Limits of money, tokens and time (I-31, U-05). Running attempts have their share reserved, so that simultaneous
 * attempts do not each spend the same last dollar.
 *
 * 1. An open attempt reserves the most that any attempt of the run has used so far, or what it has reported if that is
 *    more. While none has ended its size is unknown, and unknown runs alone.
 * 2. Nothing starts unless spent and reserved leave something: one attempt at most takes the sum past a limit.
 * 3. Attempts that report more than any before are interrupted, except the oldest. For time a timer does it.
 */
import type { Limits } from '#model/budget.ts'
import type { Key } from '#model/ids.ts'
import { tokensOf } from '#model/tokens.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'

export type RunLimitName = keyof Limits

const sums = ['costMicros', 'tokens', 'activeMs'] as const
type Sum = (typeof sums)[number]

/**
 * The limit that the run has reached; what is spent is known, what is reserved may still be released. It is also
 * reached when an attempt was cut off at it: less is left than one more request costs.
 */
export function reachedLimit({ limits, spent, cutOff }: RunState): RunLimitName | undefined {
  const sum = sums.find((name) => isReached(spent[name], limits[name])) ?? cutOff?.limit
  if (sum !== undefined) return sum
  return spent.dispatches >= limits.dispatches ? 'dispatches' : undefined
}

/** The limit that one unit has reached by itself. It has one attempt at a time, so nothing need be reserved. */
export function reachedByUnit({ limits }: RunState, unit: UnitState): RunLimitName | undefined {
  if (unit.dispatches >= limits.unitDispatches) return 'unitDispatches'
  if (isReached(unit.costMicros, limits.unitCostMicros)) return 'unitCostMicros'
  if (isReached(unit.tokens, limits.unitTokens)) return 'unitTokens'
  return isReached(unit.activeMs, limits.unitActiveMs) ? 'unitActiveMs' : undefined
}

function isReached(spent: number, limit: number | undefined): boolean {
  return limit !== undefined && spent >= limit
}

/** Whether one more attempt of this kind may start beside those that run. */
export function leavesRoom(state: RunState, kind: 'agent' | 'check'): boolean {
  return sums.every((name) => {
    const limit = state.limits[name]
    if (limit === undefined || (kind === 'check' && name !== 'activeMs')) return true
    const reserved = reservedFor(state, name)
    // With nothing reserved, `reachedLimit` stops the run with a reason.
    return reserved === 0 || state.spent[name] + reserved < limit
  })
}

function reservedFor(state: RunState, name: Sum): number {
  return Object.values(state.openAttempts).reduce((sum, attempt) => sum + shareOf(state, attempt, name), 0)
}

function shareOf(state: RunState, attempt: OpenAttempt, name: Sum): number {
  if (!counts(attempt, name)) return 0
  return state.largest === undefined ? Infinity : Math.max(state.largest[name], toldBy(state, attempt, name))
}

/** Checks take time, and neither money nor tokens. */
function counts(attempt: OpenAttempt, name: Sum): boolean {
  return isAgent(attempt) || (name === 'activeMs' && attempt.task.do === 'check')
}

/** What is known of it before it ends: the usage it reported, and its time so far. */
function toldBy({ now }: RunState, attempt: OpenAttempt, name: Sum): number {
  const { reported, since } = attempt
  if (!counts(attempt, name)) return 0
  if (name === 'activeMs') return Math.max(0, now - since)
  if (reported === undefined) return 0
  return name === 'tokens' ? tokensOf(reported) : reported.costMicros
}

function isAgent({ task }: OpenAttempt): boolean {
  return 'nonce' in task
}

/** Attempts to interrupt, because their reported usage passes a limit; the oldest may finish. */
export function overspending(state: RunState): readonly OpenAttempt[] {
  const passed = sums.find((name) => {
    const limit = state.limits[name]
    if (limit === undefined) return false
    const told = Object.values(state.openAttempts).reduce((sum, attempt) => sum + toldBy(state, attempt, name), 0)
    return told > 0 && state.spent[name] + told >= limit
  })
  if (passed === undefined) return []
  const [, ...others] = valuesByKey(state.openAttempts)
    .filter((attempt) => counts(attempt, passed))
    .toSorted((one, other) => one.since - other.since)
  return others
}

/** No message reports time: when the running attempts together will have used what is left. A single one may finish. */
export function overtimeIn({
  run,
  openAttempts: attempts,
  limits,
  spent,
  now,
}: RunState): { key: Key; dueAt: number } | undefined {
  const open = Object.values(attempts).filter((attempt) => counts(attempt, 'activeMs'))
  if (limits.activeMs === undefined || open.length < 2) return undefined
  const left = Math.max(0, limits.activeMs - spent.activeMs)
  const dueAt = Math.ceil((left + open.reduce((sum, { since }) => sum + since, 0)) / open.length)
  // Once it is due, `overspending` handles it at every turn.
  return dueAt <= now ? undefined : { key: `${run}/overtime/${spent.dispatches}@${dueAt}`, dueAt }
}
