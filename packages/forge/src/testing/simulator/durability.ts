/** I-2 after every append: acknowledged entries are unchanged, and each owner has at most one turn beyond them. */
import type { Entry } from '#engine/ports.ts'
import type { Acknowledged } from './journal.ts'
import { run, type Machine } from './machine.ts'

export interface Durability {
  /** Reads from here, so that the last acknowledged entry is checked again. */
  since(seen: number): number
  judge(entries: readonly Entry<unknown>[]): void
}

export function watchDurability({ watch }: Machine, acknowledged: Acknowledged): Durability {
  /** Messages in the log whose turn was not acknowledged, with the epoch that wrote them. */
  const unacknowledged = new Map<string, number>()
  let seen = 0
  return {
    since: (from) => Math.min(from, (acknowledged.ends.get(run)?.seq ?? 1) - 1),
    judge(entries) {
      const end = acknowledged.ends.get(run)
      if (end !== undefined && !entries.some(({ seq, hash }) => seq === end.seq && hash === end.hash))
        watch.violated('I-2', `entry ${end.seq} was acknowledged, and the log ends at ${entries.at(-1)?.seq ?? 0}`)
      for (const { seq, messageId, epoch } of entries) {
        if (seq <= seen) continue
        seen = seq
        unacknowledged.set(messageId, epoch)
      }
      for (const messageId of unacknowledged.keys())
        if (acknowledged.turns.has(`${run}/${messageId}`)) unacknowledged.delete(messageId)
      const epochs = [...unacknowledged.values()]
      if (new Set(epochs).size !== epochs.length)
        watch.violated('I-2', `an owner left more than one turn that nobody was told of: ${epochs.join(', ')}`)
    },
  }
}
