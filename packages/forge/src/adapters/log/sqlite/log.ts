/**
 * The journal of one repository on SQLite. Several processes may have it open; each run has one appending epoch. One
 * connection writes, another reads the committed state. Blobs and locks are separate files.
 */
import type { Codec, Entry, Log, LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { createCommits } from './commit.ts'
import { createEntries } from './entries.ts'
import { followRun } from './follow.ts'
import { createInboxReader, createMessages } from './messages.ts'
import type { Databases } from './open.ts'
import { openDatabases } from './open.ts'
import { createSummaries, guarded, readPages } from './read.ts'
import { createTransactions } from './transaction.ts'
import { createTurns } from './turn.ts'
import { createClaim, createWriter } from './writer.ts'

export interface SqliteLogOptions {
  /** How long a turn waits for another process's write lock before it stops with `busy`. */
  readonly busyMs?: number
}

const BUSY_MS = 5000
const CLOSED: LogStop = { why: 'io', detail: say('journal.logIsClosed') }

/** Opens the journal in this directory of Forge; creates it on the first start only. */
export function openSqliteLog<E>(
  directory: string,
  codec: Codec<E>,
  options: SqliteLogOptions = {},
): Promise<Result<Log<E>, LogStop>> {
  const databases = openDatabases(directory)
  if (!databases.ok) return Promise.resolve(databases)
  return Promise.resolve(guarded(() => success(createLog(databases.value, codec, options.busyMs ?? BUSY_MS))))
}

function createLog<E>({ writer, reader }: Databases, codec: Codec<E>, busyMs: number): Log<E> {
  const commits = createCommits(createTransactions(writer), busyMs)
  const writable = createEntries(writer, codec)
  const readable = createEntries(reader, codec)
  const perform = createTurns(writer, codec, writable)
  const raiseEpoch = createClaim(writer, writable)
  const messages = createMessages(writer)
  const waiting = createInboxReader(reader)
  const summaries = createSummaries(reader)
  const answer = <T>(read: () => T): Promise<Result<T, LogStop>> =>
    Promise.resolve(reader.isOpen ? guarded(() => success(read())) : failed(CLOSED))

  return {
    async claim(run) {
      const verified = reader.isOpen ? await readPages(readable, run, 0, () => undefined) : failed(CLOSED)
      if (!verified.ok) return verified
      const epoch = await commits.run(() => raiseEpoch(run, verified.value))
      return epoch.ok ? success(createWriter({ run, epoch: epoch.value }, commits, perform)) : epoch
    },
    async read(run, since) {
      if (!reader.isOpen) return failed(CLOSED)
      const entries: Entry<E>[] = []
      const end = await readPages(readable, run, since, (page) => entries.push(...page))
      return end.ok ? success(entries) : end
    },
    follow: (run, since, signal) => followRun({ reader, entries: readable }, run, since, signal),
    summaries: () => answer(summaries),
    async leave(run, { id, body }) {
      const text = canonicalJson(body) // outside the transaction: a value that is no JSON is the caller's bug
      return commits.run(() => messages.leave(run, id, text))
    },
    inbox: (run) => answer(() => waiting(run)),
    close() {
      if (!reader.isOpen) return Promise.resolve()
      commits.end(CLOSED)
      reader.close()
      return closeQuietly(writer)
    },
  }
}

/**
 * Closing checkpoints the WAL; if that fails, the WAL stays and the next start reads it. Nothing acknowledged is lost.
 */
function closeQuietly(database: Databases['writer']): Promise<void> {
  try {
    database.close()
  } catch {
    // As above: acknowledged data is in the WAL.
  }
  return Promise.resolve()
}
