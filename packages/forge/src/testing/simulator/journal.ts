/** The memory log behind the crash points of a process, and the record of what it has acknowledged (I-2). */
import type { Codec, Locks, Log, Writer } from '#engine/ports.ts'
import { createLocks, createMemoryLog, type MemoryStore } from '#adapters/log/memory/index.ts'
import type { Process } from './process.ts'

export interface Acknowledged {
  /** Per run: message ids whose turn was acknowledged, with the sequence number that was then the last. */
  readonly turns: Map<string, number>
}

export function simulatedLog<E>(store: MemoryStore, codec: Codec<E>, process: Process, acknowledged: Acknowledged): Log<E> {
  const inner = createMemoryLog(store, codec)
  const withPoints = (writer: Writer<E>): Writer<E> => ({
    run: writer.run,
    epoch: writer.epoch,
    async turn(since, messageId, make) {
      const turned = await process.call(`append ${writer.run}`, () => writer.turn(since, messageId, make))
      if (turned.ok) acknowledged.turns.set(`${writer.run}/${messageId}`, turned.value.at(-1)?.seq ?? since)
      return turned
    },
  })
  return {
    async claim(run) {
      const claimed = await process.call(`claim ${run}`, () => inner.claim(run))
      return claimed.ok ? { ok: true, value: withPoints(claimed.value) } : claimed
    },
    read: (run, since) => process.call(`read ${run}`, () => inner.read(run, since)),
    follow: (run, since, signal) => inner.follow(run, since, signal),
    summaries: () => process.call('summaries', () => inner.summaries()),
    leave: (run, message) => process.call(`leave ${run}`, () => inner.leave(run, message)),
    inbox: (run) => process.call(`inbox ${run}`, () => inner.inbox(run)),
    close: () => inner.close(),
  }
}

/** Locks that the machine frees when their holder dies. */
export function simulatedLocks(store: MemoryStore, process: Process, held: Map<string, Process>): Locks {
  const inner = createLocks(store)
  return {
    acquire: (name, self) =>
      process.call(`lock ${name}`, async () => {
        const acquired = await inner.acquire(name, self)
        // A process that died in the middle of the call holds nothing: the kernel has freed it.
        if (acquired.ok && process.isAlive()) held.set(name, process)
        else if (acquired.ok) await acquired.value.release()
        return acquired
      }),
  }
}
