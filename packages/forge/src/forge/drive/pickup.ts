/** Whether a process reads a queued message: a driver that is shutting down may miss it. */
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

/** `alone`: no process drives the run. A live driver that has not read the message by the last look counts as busy. */
export async function pickedUpBy(parts: PickupParts, run: string): Promise<'driver' | 'alone'> {
  for (let look = 1; look <= looks; look += 1) {
    const driver = await findDriver(parts.locks, run)
    if (!driver.alive) return 'alone'
    if ((await countLeft(parts.log, run)) === 0) return 'driver'
    await parts.clock.sleep(lookMs)
  }
  return 'driver'
}
