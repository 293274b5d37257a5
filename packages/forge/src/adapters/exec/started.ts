/**
 * Which owner each process was started for, and which still live, so that all processes of one owner can be ended at
 * once (I-33).
 *
 * 1. A process belongs to every owner within whose work it was started, nested ones included.
 * 2. Ending the processes of one owner ends none of another.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Started {
  readonly ended: Promise<unknown>
  kill(): Promise<void>
}

export interface Owner {
  /** Everything started inside, now or later, belongs to this owner. */
  within<T>(work: () => T): T
  /** Ends all its live processes. Twice, because one may start while the others are being ended. */
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
