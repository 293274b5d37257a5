/**
 * A run that no account can serve now. It waits in its process and goes on by itself when the first account opens; unless the
 * operator does not want that, or it would take longer than they allow: then it ends, and says when to resume it.
 */
import { isoTime } from '#model/iso-time.ts'
import { statusOf } from '#core/views/status.ts'
import type { RunState } from '#core/state/state.ts'
import type { RealWorld } from './world.ts'

const hourMs = 3_600_000

/** Whether, and how long, a run waits for an account that has nothing left. */
export interface Patience {
  readonly resume: boolean
  readonly maxHours: number
  /** Dollars after which a run no longer goes on by itself; absent: only its limits hold it. */
  readonly maxCost?: number
}

export interface Parked {
  readonly run: string
  readonly world: RealWorld
  /** Absent: as long as it takes. */
  readonly patience?: Patience
}

export interface Parking {
  /** Looked at while nothing else ends the drive; tells once what is waited for. */
  look(state: RunState): Promise<'parked' | undefined>
}

export function createParking({ run, world, patience }: Parked): Parking {
  const { clock, notices } = world.world
  let told = 0
  return {
    async look(state) {
      const gate = parkedAt(state)
      if (gate === undefined) return undefined
      const waitMs = gate.until - clock.wall()
      const why = whyNotWaited(patience, waitMs, state)
      if (gate.until > told && waitMs > 0) {
        told = gate.until
        const then = why === undefined ? 'it goes on by itself' : `forge resume ${run} goes on then (${why})`
        const minutes = Math.ceil(waitMs / 60_000)
        const words = `account ${gate.account} is limited for another ${minutes} min, until ${isoTime(gate.until)}; ${then}`
        await notices.send(`${run}/parked@${gate.until}`, `run ${run}: ${words}`)
      }
      return why === undefined || waitMs <= 0 ? undefined : 'parked'
    },
  }
}

/** Why it does not go on by itself; undefined when it does. */
function whyNotWaited(patience: Patience | undefined, waitMs: number, { spent }: RunState): string | undefined {
  if (patience === undefined) return undefined
  const { resume, maxHours, maxCost } = patience
  if (!resume) return 'parking.resume is false'
  if (waitMs > maxHours * hourMs) return `that is later than parking.maxHours, ${maxHours}`
  if (maxCost !== undefined && spent.costMicros >= maxCost * 1_000_000)
    return `it has spent what parking.maxCost allows, $${maxCost}`
  return undefined
}

/** The gate that all of the run waits for; undefined while anything else goes on or will by itself. */
function parkedAt(state: RunState): { readonly account: string; readonly until: number } | undefined {
  if (Object.keys(state.capacity.gates).length === 0) return undefined
  if (state.status !== 'running' || Object.keys(state.attempts).length > 0 || state.capacity.open !== undefined)
    return undefined
  const isTimed = state.order.some((id) => state.units[id]?.status === 'open' && state.units[id]?.wakeAt !== undefined)
  if (isTimed) return undefined
  const waits = statusOf(state).units.flatMap(({ waiting }) => (waiting?.why === 'account' ? [waiting] : []))
  return waits.toSorted((one, other) => one.until - other.until)[0]
}
