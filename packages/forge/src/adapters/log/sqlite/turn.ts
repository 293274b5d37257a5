/**
 * What happens inside the savepoint of one turn.
 *
 * 1. The epoch is compared in the transaction that appends: an older writer cannot slip in (I-9).
 * 2. A known message id appends nothing, whichever writer recorded it first (I-10).
 * 3. Two open attempts on one path, or a key used twice, are refused by the database (I-11).
 * 4. Everything of a turn is in one savepoint: entries, attempts, timers, summary, and the message leaving the inbox.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Codec, Entry, LogStop, Turn } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { RunId } from '#model/ids.ts'
import { canonicalJson } from '#model/canonical.ts'
import { failed, success } from '#model/result.ts'
import { createAttempts } from './attempts.ts'
import { linkHash } from '#adapters/log/shared/chain.ts'
import { ThrownAbove } from './transaction.ts'
import type { Entries, RunRow } from './entries.ts'
import { corrupt } from './entries.ts'
import { tooLarge } from '#adapters/log/shared/limit.ts'
import type { PerformTurn, TurnRequest } from '#adapters/log/shared/turn.ts'
import { createMessages } from './messages.ts'

export function createTurns<E>(database: DatabaseSync, codec: Codec<E>, entries: Entries<E>): PerformTurn<E> {
  const messages = createMessages(database)
  const attempts = createAttempts(database)
  const appendEvents = createAppend<E>(database)
  const replaceTimers = createTimers(database)
  const updateRun = database.prepare('UPDATE run SET seq = ?, head = ?, summary = ? WHERE id = ?')

  return (request) => {
    const { run, since, messageId } = request
    const row = entries.runRow(run)
    const refused = refusal(row, request)
    if (row === undefined || refused !== undefined) return failed(refused ?? corrupt(0, say('journal.rowOfRunGone')))
    const tail = since === row.seq ? success([]) : entries.span({ run, after: since, upTo: row.seq, head: row.head })
    if (!tail.ok) return tail
    if (messages.isKnown(run, messageId)) return tail
    const { turn, bodies, summary } = make(request, codec, tail.value)
    const large = tooLarge([...bodies, summary])
    if (large !== undefined) return failed(large)
    messages.remember(run, messageId)
    const appended = appendEvents(request, row, { events: turn.events, bodies })
    const clash = attempts.record(run, turn)
    if (clash !== undefined) return failed(clash)
    replaceTimers(run, turn)
    const last = appended.at(-1)
    updateRun.run(last?.seq ?? row.seq, last?.hash ?? row.head, summary, run)
    return success([...tail.value, ...appended])
  }
}

/** Why this writer may not append now; undefined if it may. */
function refusal(
  row: RunRow | undefined,
  { epoch, since }: Pick<TurnRequest<unknown>, 'epoch' | 'since'>,
): LogStop | undefined {
  if (row === undefined) return undefined
  if (row.epoch !== epoch) return { why: 'fenced', epoch: row.epoch }
  // The caller's state includes entries that are missing here: the log lost its end, or it is another log.
  if (since > row.seq) return corrupt(row.seq + 1, say('journal.endsBeforeCaller', { end: row.seq, seen: since }))
  return undefined
}

/** The caller's part: what it throws is its own bug, not an error of the database. */
function make<E>(request: TurnRequest<E>, codec: Codec<E>, tail: readonly Entry<E>[]) {
  try {
    const turn = request.make(tail)
    return { turn, bodies: turn.events.map((event) => codec.encode(event)), summary: canonicalJson(turn.summary) }
  } catch (error) {
    throw new ThrownAbove(error)
  }
}

function createAppend<E>(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO event (run, seq, epoch, message_id, body, hash) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return (
    { run, epoch, messageId }: TurnRequest<E>,
    row: RunRow,
    { events, bodies }: { readonly events: readonly E[]; readonly bodies: readonly string[] },
  ): readonly Entry<E>[] => {
    let { seq, head } = row
    return events.map((event, index) => {
      const body = bodies[index] ?? ''
      seq += 1
      head = linkHash(head, { run, seq, epoch, messageId, body })
      insert.run(run, seq, epoch, messageId, body, head)
      return { seq, epoch, messageId, hash: head, event }
    })
  }
}

function createTimers(database: DatabaseSync) {
  const clear = database.prepare('DELETE FROM timer WHERE run = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO timer (run, key, due_at) VALUES (?, ?, ?)')
  return (run: RunId, { timers }: Pick<Turn<never>, 'timers'>): void => {
    clear.run(run)
    for (const { key, dueAt } of timers) insert.run(run, key, dueAt)
  }
}
