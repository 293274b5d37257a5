/** What a redaction still has to do after its transaction. The table exists only while there is something. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LogStop } from '#engine/ports.ts'
import { failed, success, type Result } from '#model/result.ts'
import { stopOf } from './stop.ts'

/** Written in the transaction that requires it. A pending one is never overwritten. */
export function keepPendingRedaction(database: DatabaseSync, rest: string): void {
  database.exec('CREATE TABLE rest (text TEXT NOT NULL) STRICT')
  database.prepare('INSERT INTO rest (text) VALUES (?)').run(rest)
}

/** Undefined: nothing is pending. */
export function readRest(directory: string): Result<string | undefined, LogStop> {
  return withJournal(directory, (database) => {
    database.exec('PRAGMA query_only = ON')
    return isKept(database) ? String(database.prepare('SELECT text FROM rest').get()?.['text']) : undefined
  })
}

export function forgetRest(directory: string): Result<undefined, LogStop> {
  return withJournal(directory, (database) => {
    database.exec('PRAGMA synchronous = FULL; DROP TABLE IF EXISTS rest')
  })
}

function isKept(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'rest'").get() !== undefined
}

function withJournal<T>(
  directory: string,
  use: (database: DatabaseSync) => T | undefined,
): Result<T | undefined, LogStop> {
  const file = join(directory, 'journal.db')
  if (!existsSync(file)) return success(undefined)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 5000 })
    return success(use(database))
  } catch (error) {
    return failed(stopOf(error))
  } finally {
    database?.close()
  }
}
