/**
 * Opening the journal of one repository.
 *
 * 1. The file is created completely under another name and linked into place: an existing journal is never incomplete.
 * 2. So an empty, foreign or damaged file where the journal must be, or a missing journal, is a stop. Forge never
 *    starts an empty journal where one existed (I-3).
 * 3. Durability is set, not assumed: WAL, `synchronous=FULL`.
 * 4. What a dead process left in the WAL is made durable before anything is appended (`settle.ts`).
 *
 * This file never opens the journal with `fs` while SQLite has it: closing such a descriptor drops SQLite's locks.
 */
import { closeSync, existsSync, linkSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LogStop } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { makePrivateDirectory, syncPath } from '#adapters/files/index.ts'
import { APPLICATION_ID, FORMAT, SCHEMA } from './schema.ts'
import { settleWal } from './settle.ts'
import { stopOf } from './stop.ts'

export interface Databases {
  /** The only connection that writes. */
  readonly writer: DatabaseSync
  /** Reads the last committed state and never blocks the writer. */
  readonly reader: DatabaseSync
}

const FILE = 'journal.db'
/** Records that a journal was created here: without it, a deleted journal would look like a first start. */
const MADE = 'journal.made'

/** Another process may be settling the journal; opening waits for it, bounded. */
const OPENING_WAIT_MS = 2000
/** A single statement waits at most this long for another process; longer waits leave the event loop free. */
const STATEMENT_WAIT_MS = 25

export function openDatabases(directory: string): Result<Databases, LogStop> {
  const file = join(directory, FILE)
  const opened: DatabaseSync[] = []
  try {
    makePrivateDirectory(directory)
    const missing = makeOrMiss(directory, file)
    if (missing !== undefined) return failed(missing)
    settleWal(file)
    const writer = connect(file, opened)
    const wrong = examine(writer)
    if (wrong !== undefined) {
      writer.close()
      return failed(wrong)
    }
    const reader = connect(file, opened)
    reader.exec('PRAGMA query_only = ON')
    for (const database of opened) database.exec(`PRAGMA busy_timeout = ${STATEMENT_WAIT_MS}`)
    return success({ writer, reader })
  } catch (error) {
    for (const database of opened) if (database.isOpen) database.close()
    return failed(stopOf(error))
  }
}

function connect(file: string, opened: DatabaseSync[]): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: OPENING_WAIT_MS })
  opened.push(database)
  database.exec('PRAGMA synchronous = FULL')
  return database
}

/** Creates the journal on the first start; later reports what is wrong when it is missing. */
function makeOrMiss(directory: string, file: string): LogStop | undefined {
  const made = join(directory, MADE)
  // Checked before the file itself: another first start creates the file and then these, maybe between the two checks.
  const wasMade = existsSync(made) || existsSync(`${file}-wal`)
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === 0) return damaged(say('journal.fileIsEmpty', { file: FILE }))
  if (size === undefined && wasMade) {
    return damaged(say('journal.fileIsGone', { file: FILE }))
  }
  if (size === undefined) makeJournal(directory, file)
  if (!existsSync(made)) {
    writeFileSync(made, 'A Forge journal was made in this directory. If journal.db is gone, work was lost.\n', {
      mode: 0o600,
      flush: true,
    })
    syncPath(directory)
  }
  return undefined
}

function makeJournal(directory: string, file: string): void {
  const draft = join(directory, `journal.draft-${process.pid}`)
  removeDraft(draft)
  try {
    closeSync(openSync(draft, 'wx', 0o600))
    const database = new DatabaseSync(draft)
    try {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN; ${SCHEMA} COMMIT;`)
    } finally {
      database.close()
    }
    if (existsSync(`${draft}-wal`)) throw new Error('the new journal could not be written back to its file')
    syncPath(draft)
    linkUnlessThere(draft, file)
  } finally {
    removeDraft(draft)
  }
  syncPath(directory)
}

/** Two first starts at once: one link wins, both use that file. */
function linkUnlessThere(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function removeDraft(draft: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true })
}

/** Whether this file is a complete journal of a known version. */
function examine(database: DatabaseSync): LogStop | undefined {
  const application = pragma(database, 'application_id')
  if (application !== APPLICATION_ID) return damaged(say('journal.notOfForge', { file: FILE }))
  const format = Number(pragma(database, 'user_version'))
  if (format !== FORMAT)
    return {
      why: format > FORMAT ? 'newer' : 'older',
      seq: 0,
      detail: say('journal.otherFormat', { file: FILE, format, read: FORMAT }),
    }
  const mode = pragma(database, 'journal_mode')
  if (mode !== 'wal') return damaged(say('journal.otherMode', { file: FILE, mode: String(mode) }))
  const verdict = pragma(database, 'quick_check')
  return verdict === 'ok' ? undefined : damaged(say('journal.quickCheck', { verdict: String(verdict) }))
}

function pragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get()
  return row === undefined ? undefined : Object.values(row)[0]
}

function damaged(detail: Said): LogStop {
  return { why: 'corrupt', seq: 0, detail }
}
