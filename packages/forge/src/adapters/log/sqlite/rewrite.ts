/**
 * Removes a text from the journal: the only way in which an event ever changes, and only for secrets.
 *
 * 1. One transaction: every run is unchanged, or rewritten with a valid hash chain.
 * 2. No process works on a run meanwhile: the caller holds the locks of all runs, and a run that it does not hold stops
 *    it.
 * 3. What remains to be done outside the journal is recorded in the same transaction (`pending-redaction.ts`): if the
 *    process dies after it, the next one does the rest.
 * 4. Packing removes overwritten text from the files too: deleted pages are zeroed, the WAL is emptied.
 */
import type { DatabaseSync } from 'node:sqlite'
import { GENESIS, linkHash } from '#adapters/log/shared/chain.ts'
import type { LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { EventRow } from './entries.ts'
import { openDatabases } from './open.ts'
import { keepPendingRedaction } from './pending-redaction.ts'
import { GUARD, UNGUARD } from './schema.ts'
import { stopOf } from './stop.ts'

export interface JournalEdit {
  isHeld(run: string): boolean
  /** The new body of an event, as canonical JSON. */
  body(run: string, body: string): string
  /** Any other text. */
  text(text: string): string
}

export type RewriteStop = LogStop | { readonly why: 'unheld'; readonly run: string }

export function rewriteJournal(directory: string, edit: JournalEdit, rest: string): Result<undefined, RewriteStop> {
  return withWriter(directory, (writer) => {
    writer.exec('BEGIN IMMEDIATE')
    const unheld = rewriteRows(writer, edit)
    if (unheld !== undefined) {
      writer.exec('ROLLBACK')
      return failed({ why: 'unheld', run: unheld })
    }
    keepPendingRedaction(writer, rest)
    writer.exec('COMMIT')
    return success(undefined)
  })
}

/** Removes overwritten text from the free pages of the file and from the WAL. */
export function packJournal(directory: string): Result<undefined, LogStop> {
  return withWriter(directory, (writer) => {
    writer.exec('VACUUM')
    const packed = writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    const isBusy = packed !== undefined && Number(Object.values(packed)[0]) !== 0
    return isBusy ? failed({ why: 'busy', detail: say('journal.readByOther') }) : success(undefined)
  })
}

function withWriter<S>(
  directory: string,
  use: (writer: DatabaseSync) => Result<undefined, S>,
): Result<undefined, S | LogStop> {
  const databases = openDatabases(directory)
  if (!databases.ok) return databases
  const { writer, reader } = databases.value
  try {
    reader.close()
    writer.exec('PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON')
    return use(writer)
  } catch (error) {
    return failed(stopOf(error))
  } finally {
    writer.close()
  }
}

function rewriteRows(database: DatabaseSync, edit: JournalEdit): string | undefined {
  const runs = database.prepare('SELECT id FROM run').all() as unknown as readonly { id: string }[]
  const unheld = runs.find(({ id }) => !edit.isHeld(id))
  if (unheld !== undefined) return unheld.id
  database.exec(UNGUARD)
  for (const { id } of runs) rewriteRun(database, id, edit)
  for (const column of [
    'message id',
    'attempt key',
    'attempt path',
    'timer key',
    'inbox id',
    'inbox body',
    'run summary',
  ])
    rewriteColumn(database, column, edit)
  database.exec(GUARD)
  return undefined
}

function rewriteRun(database: DatabaseSync, run: string, edit: JournalEdit): void {
  const rows = database
    .prepare('SELECT seq, epoch, message_id, body, hash FROM event WHERE run = ? ORDER BY seq')
    .all(run) as unknown as readonly EventRow[]
  const update = database.prepare('UPDATE event SET message_id = ?, body = ?, hash = ? WHERE run = ? AND seq = ?')
  let previous = GENESIS
  for (const { seq, epoch, message_id, body, hash } of rows) {
    const messageId = edit.text(message_id)
    const next = edit.body(run, body)
    const linked = linkHash(previous, { run, seq, epoch, messageId, body: next })
    if (linked !== hash) update.run(messageId, next, linked, run, seq)
    previous = linked
  }
  if (rows.length > 0) database.prepare('UPDATE run SET head = ? WHERE id = ?').run(previous, run)
}

/** `table column`: constants of this file, never foreign input. */
function rewriteColumn(database: DatabaseSync, place: string, edit: JournalEdit): void {
  const [table = '', column = ''] = place.split(' ')
  const rows = database.prepare(`SELECT DISTINCT ${column} AS text FROM ${table}`).all() as unknown as readonly {
    text: string
  }[]
  const update = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`)
  for (const { text } of rows) {
    const next = edit.text(text)
    if (next !== text) update.run(next, text)
  }
}
