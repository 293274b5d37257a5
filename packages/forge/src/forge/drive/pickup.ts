/** Whether somebody acts on a word that was left: a driver that is about to let go may not have seen it any more. */
import type { Clock, Locks, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { countLeft, findDriver } from '#forge/look/run-list.ts'

export interface PickupParts {
  readonly log: Log<Event>
  readonly locks: Locks
  readonly clock: Pick<Clock, 'sleep'>
}

const looks = 10
const lookMs = 200

/** `alone`: nobody drives the run. A driver that lives and has not read it after all looks is believed to be busy. */
export async function pickedUpBy(parts: PickupParts, run: string): Promise<'driver' | 'alone'> {
  for (let look = 1; look <= looks; look += 1) {
    const driver = await findDriver(parts.locks, run)
    if (!driver.alive) return 'alone'
    if ((await countLeft(parts.log, run)) === 0) return 'driver'
    await parts.clock.sleep(lookMs)
  }
  return 'driver'
}
