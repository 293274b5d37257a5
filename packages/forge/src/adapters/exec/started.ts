/**
 * On whose behalf processes were started, and which of them still live, so that all of one's own can be ended at once (I-33).
 *
 * 1. A process belongs to every owner within whose work it was started, the nearest and those around it.
 * 2. Ending what one owner has started ends nothing of anybody else.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Started {
  readonly ended: Promise<unknown>
  kill(): Promise<void>
}

export interface Owner {
  /** Whatever is started in there, now or later, is this owner's. */
  within<T>(work: () => T): T
  /** End everything of it that lives. Twice, because something may be started while the rest is being ended. */
  killAll(): Promise<void>
}

const owners = new AsyncLocalStorage<readonly Set<Started>[]>()

export function createOwner(): Owner {
  const living = new Set<Started>()
  const kill = async (): Promise<void> => {
    await Promise.all([...living].map((running) => running.kill()))
  }
  return {
    within: (work) => owners.run([...(owners.getStore() ?? []), living], work),
    async killAll() {
      await kill()
      await kill()
    },
  }
}

export function trackChild<Running extends Started>(running: Running): Running {
  const mine = owners.getStore() ?? []
  for (const living of mine) living.add(running)
  void running.ended.finally(() => {
    for (const living of mine) living.delete(running)
  })
  return running
}
