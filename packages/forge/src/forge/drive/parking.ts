/** Watches whether the run driven here waits for an account, and reports it once. */
import { say } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import { parkingOf, type ParkingSettings } from '#core/idle/parking.ts'
import type { RunState } from '#core/state/state.ts'
import type { RealWorld } from '#forge/world/world.ts'

export interface Parked {
  readonly run: string
  readonly world: RealWorld
  /** Absent: as long as it takes. */
  readonly patience?: ParkingSettings
}

export interface ParkingWatch {
  /** Called while nothing else ends the drive. */
  look(state: RunState): Promise<'parked' | undefined>
}

export function watchParking({ run, world, patience }: Parked): ParkingWatch {
  const { clock, notices } = world.world
  let told = 0
  return {
    async look(state) {
      const parking = parkingOf(state, patience, clock.wall())
      if (parking === undefined) return undefined
      const { account, until, waitMs, ends } = parking
      if (until > told) {
        told = until
        const next = ends === undefined ? say('wait.goesOnByItself') : say('wait.resumeGoesOnThen', { run, why: ends })
        const minutes = Math.ceil(waitMs / 60_000)
        const words = say('account.limitedForMinutes', { account, minutes, time: isoTime(until), next })
        await notices.send(`${run}/parked@${until}`, say('run.because', { run, why: words }))
      }
      return ends === undefined ? undefined : 'parked'
    },
  }
}
