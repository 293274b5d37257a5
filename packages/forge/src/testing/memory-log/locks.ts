/** Locks of one simulated machine. A copy of the store has none: its holders died with the process. */
import type { Locks } from '#engine/ports.ts'
import { failed, success } from '#model/result.ts'
import { slugOf } from '#model/slug.ts'
import type { MemoryStore } from './store.ts'

export function createLocks({ locks }: Pick<MemoryStore, 'locks'>): Locks {
  return {
    // oxlint-disable-next-line require-await -- a throw becomes a rejection, as for every port
    async acquire(name, self) {
      const holder = locks.get(slugOf(name))
      if (holder !== undefined) return failed({ why: 'held', holder })
      locks.set(name, self)
      let isHeld = true
      return success({
        release() {
          if (isHeld) locks.delete(name)
          isHeld = false
          return Promise.resolve()
        },
      })
    },
    // oxlint-disable-next-line require-await -- a throw becomes a rejection, as for every port
    async holder(name) {
      const holder = locks.get(slugOf(name))
      return success(holder === undefined ? undefined : { holder })
    },
  }
}
