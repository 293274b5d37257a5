/**
 * One turn, all or nothing: everything is checked and made before the first byte of the store changes. The order of the
 * checks is that of the SQLite log; the contract suite verifies it for both.
 */
import type { Codec, Entry, LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { failed, success } from '#model/result.ts'
import { findClash, recordAttempts } from './attempts.ts'
import { linkHash } from '#adapters/log/shared/chain.ts'
import type { ReadEntries } from './entries.ts'
import { corrupt } from './entries.ts'
import { tooLarge } from '#adapters/log/shared/limit.ts'
import type { PerformTurn, TurnRequest } from '#adapters/log/shared/turn.ts'
import { isKnown, remember } from './messages.ts'
import type { MemoryStore, StoredEntry, StoredRun } from './store.ts'

export function createTurns<E>(store: MemoryStore, codec: Codec<E>, read: ReadEntries<E>): PerformTurn<E> {
  return (request) => {
    const { run, since, messageId } = request
    const stored = store.runs.get(run)
    if (stored === undefined) return failed(corrupt(0, say('journal.runIsGone')))
    const refused = refusal(stored, request)
    if (refused !== undefined) return failed(refused)
    const tail = since === stored.entries.length ? success([]) : read(run, stored, since)
    if (!tail.ok) return tail
    if (isKnown(store, run, messageId)) return tail
    const turn = request.make(tail.value)
    const bodies = turn.events.map((event) => codec.encode(event))
    const summary = JSON.stringify(turn.summary)
    const stop = tooLarge(bodies) ?? tooLarge([summary]) ?? findClash(stored, turn)
    if (stop !== undefined) return failed(stop)
    const appended = append(request, stored, { events: turn.events, bodies })
    remember(store, run, messageId)
    recordAttempts(stored, turn)
    stored.timers = turn.timers
    stored.summary = summary
    return success(tail.value.length === 0 ? appended : [...tail.value, ...appended])
  }
}

/** Why this writer may not append now, if it may not. */
function refusal(
  stored: StoredRun,
  { epoch, since }: Pick<TurnRequest<unknown>, 'epoch' | 'since'>,
): LogStop | undefined {
  const end = stored.entries.length
  if (stored.epoch !== epoch) return { why: 'fenced', epoch: stored.epoch }
  // The caller's state is built on entries that are missing here: the log lost its end, or it is another log.
  if (since > end) return corrupt(end + 1, say('journal.endsBeforeCaller', { end, seen: since }))
  return undefined
}

function append<E>(
  { run, epoch, messageId }: TurnRequest<E>,
  stored: StoredRun,
  { events, bodies }: { readonly events: readonly E[]; readonly bodies: readonly string[] },
): readonly Entry<E>[] {
  return events.map((event, index) => {
    const body = bodies[index] ?? ''
    const seq = stored.entries.length + 1
    const hash = linkHash(stored.head, { run, seq, epoch, messageId, body })
    const entry: StoredEntry = { seq, epoch, messageId, body, hash }
    stored.entries.push(entry)
    stored.head = hash
    return { seq, epoch, messageId, hash, event }
  })
}
