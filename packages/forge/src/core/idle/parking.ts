/**
 * A run whose accounts are all limited. It waits in its process and resumes by itself when the first limit expires; if
 * the user does not want that, or the wait is longer than they allow, it ends, and says when to resume it.
 */
import { positionOf } from '#core/graph/position.ts'
import { surveyOf } from '#core/schedule/ready.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { say, type Said } from '#messages/said.ts'
import { hasTimedUnit, isUnderWay } from './idle.ts'
import { waitOf } from './wait.ts'

const hourMs = 3_600_000

/** Whether, and how long, a run waits for a limited account. */
export interface ParkingSettings {
  readonly resume: boolean
  readonly maxHours: number
  /** Dollars after which a run no longer resumes by itself; absent: only its limits apply. */
  readonly maxCost?: number
}

export interface Parking {
  readonly account: string
  readonly until: number
  readonly waitMs: number
  /** Why it does not resume by itself then; undefined when it does. */
  readonly ends: Said | undefined
}

/**
 * Undefined while anything else of the run works or will by itself, and once the account is available. Without settings
 * it waits as long as it takes.
 */
export function parkingOf(state: RunState, patience: ParkingSettings | undefined, now: number): Parking | undefined {
  const gate = limitOfAllAccounts(state)
  if (gate === undefined || gate.until <= now) return undefined
  const waitMs = gate.until - now
  return { ...gate, waitMs, ends: patience === undefined ? undefined : whyNotWaited(patience, waitMs, state) }
}

function whyNotWaited(patience: ParkingSettings, waitMs: number, { spent }: RunState): Said | undefined {
  const { resume, maxHours, maxCost } = patience
  if (!resume) return say('wait.parkingResumeIsFalse')
  if (waitMs > maxHours * hourMs) return say('wait.beyondParkingMaxHours', { hours: maxHours })
  if (maxCost !== undefined && spent.costMicros >= maxCost * 1_000_000)
    return say('wait.parkingMaxCostSpent', { money: `$${maxCost}` })
  return undefined
}

/** The first limit to expire, if all of the run waits for accounts. */
function limitOfAllAccounts(state: RunState): { readonly account: string; readonly until: number } | undefined {
  if (state.status !== 'running' || Object.keys(state.capacity.limits).length === 0) return undefined
  if (isUnderWay(state) || hasTimedUnit(state)) return undefined
  const survey = surveyOf(state)
  const open = state.order.map((id) => state.units[id] as UnitState).filter(({ status }) => status === 'open')
  const waits = open.flatMap((unit) => {
    const wait = waitOf(state, survey, unit, positionOf(state, unit))
    return wait.why === 'account' ? [{ account: wait.account, until: wait.until }] : []
  })
  return waits.toSorted((one, other) => one.until - other.until)[0]
}
