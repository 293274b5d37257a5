/** Reads entries back: in order, without gap, each hash recomputed, each body decoded. Stops at the first fault. */
import type { DatabaseSync } from 'node:sqlite'
import type { Codec, Entry, LogStop } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { RunId } from '#model/ids.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { GENESIS, linkHash } from '#adapters/log/shared/chain.ts'

export interface RunRow {
  readonly epoch: number
  readonly seq: number
  readonly head: string
}

/** Entries after `after` up to `upTo`, which must end at the chain's `head` if that is given. */
export interface Span {
  readonly run: RunId
  readonly after: number
  readonly upTo: number
  readonly head?: string
}

export interface Entries<E> {
  runRow(run: RunId): RunRow | undefined
  /** Throws only what SQLite throws. */
  span(span: Span): Result<readonly Entry<E>[], LogStop>
}

export interface EventRow {
  readonly seq: number
  readonly epoch: number
  readonly message_id: string
  readonly body: string
  readonly hash: string
}

export function createEntries<E>(database: DatabaseSync, codec: Codec<E>): Entries<E> {
  const runRow = database.prepare('SELECT epoch, seq, head FROM run WHERE id = ?')
  const hashAt = database.prepare('SELECT hash FROM event WHERE run = ? AND seq = ?')
  const rows = database.prepare(
    'SELECT seq, epoch, message_id, body, hash FROM event WHERE run = ? AND seq > ? AND seq <= ? ORDER BY seq',
  )
  return {
    runRow: (run) => runRow.get(run) as RunRow | undefined,
    span({ run, after, upTo, head }) {
      const anchor = after === 0 ? GENESIS : (hashAt.get(run, after)?.['hash'] as string | undefined)
      if (anchor === undefined) return failed(corrupt(after, say('journal.entryMissing')))
      const found = rows.all(run, after, upTo) as unknown as readonly EventRow[]
      const verified = verify(run, { after, anchor, found }, codec)
      if (!verified.ok) return verified
      if (after + found.length < upTo) return failed(corrupt(after + found.length + 1, say('journal.entryMissing')))
      const last = found.at(-1)?.hash ?? anchor
      if (head !== undefined && last !== head) return failed(corrupt(upTo, say('journal.lastEntryNotHead')))
      return verified
    },
  }
}

interface Found {
  readonly after: number
  readonly anchor: string
  readonly found: readonly EventRow[]
}

function verify<E>(run: RunId, { after, anchor, found }: Found, codec: Codec<E>): Result<Entry<E>[], LogStop> {
  const entries: Entry<E>[] = []
  let previous = anchor
  let seq = after
  for (const row of found) {
    seq += 1
    if (row.seq !== seq) return failed(corrupt(seq, say('journal.entryMissingBefore', { seq: row.seq })))
    const messageId = row.message_id
    const link = { run, seq, epoch: row.epoch, messageId, body: row.body }
    if (linkHash(previous, link) !== row.hash) return failed(corrupt(seq, say('journal.hashChainBroken')))
    const decoded = codec.decode(row.body)
    if (!decoded.ok) return failed(unreadable(seq, decoded.failure))
    entries.push({ seq, epoch: row.epoch, messageId, hash: row.hash, event: decoded.value })
    previous = row.hash
  }
  return success(entries)
}

function unreadable(seq: number, failure: { readonly why: 'invalid' | 'newer'; readonly detail: Said }): LogStop {
  return failure.why === 'newer' ? { why: 'newer', seq, detail: failure.detail } : corrupt(seq, failure.detail)
}

export function corrupt(seq: number, detail: Said): LogStop {
  return { why: 'corrupt', seq, detail }
}
