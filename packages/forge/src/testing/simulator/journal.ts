/** A log behind the crash points of a process, and the record of what it has acknowledged (I-2). */
import type { Locks, Log, Writer } from '#engine/ports.ts'
import { failed, success } from '#model/result.ts'
import type { Json } from '#model/json.ts'
import type { Process } from './process.ts'

export interface Acknowledged {
  /** `<run>/<message id>` of every turn that was acknowledged. */
  readonly turns: Set<string>
  /** Per run, the last entry that was acknowledged to a caller. */
  readonly ends: Map<string, { readonly seq: number; readonly hash: string }>
  /** Attempted turns: while this is unchanged, nothing new is in the log. */
  tried: number
}

export function simulatedLog<E>(inner: Log<E>, process: Process, acknowledged: Acknowledged): Log<E> {
  const withPoints = (writer: Writer<E>): Writer<E> => ({
    run: writer.run,
    epoch: writer.epoch,
    async turn(since, messageId, make) {
      const turned = await process.call(`append ${writer.run}`, () => {
        acknowledged.tried += 1
        return writer.turn(since, messageId, make)
      })
      if (!turned.ok) return turned
      acknowledged.turns.add(`${writer.run}/${messageId}`)
      const last = turned.value.at(-1)
      if (last !== undefined && last.seq > (acknowledged.ends.get(writer.run)?.seq ?? 0))
        acknowledged.ends.set(writer.run, last)
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

/** Locks of the machine: freed the moment their holder dies. */
export interface HeldLock {
  readonly holder: Process
  readonly self: Json
}

export function simulatedLocks(held: Map<string, HeldLock>, process: Process): Locks {
  return {
    holder: (name) =>
      process.call(`look at lock ${name}`, () => {
        const lock = held.get(name)
        return success(lock === undefined ? undefined : { holder: lock.self })
      }),
    acquire: (name, self) =>
      process.call(`lock ${name}`, () => {
        const lock = held.get(name)
        if (lock !== undefined) return failed({ why: 'held', holder: lock.self } as const)
        held.set(name, { holder: process, self })
        return success({
          release() {
            if (held.get(name)?.holder === process) held.delete(name)
            return Promise.resolve()
          },
        })
      }),
  }
}
