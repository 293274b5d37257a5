/**
 * Makes durable what a dead process left in the WAL, before anything is appended.
 *
 * If its last sync failed, the kernel may have dropped those pages and still show them: such a transaction can be read
 * now but is lost after a power cut, with everything appended after it. So the WAL is rewritten byte by byte and
 * synced; only then is it copied into the database file.
 *
 * This needs exclusive access. While another process has it open there is nothing to do: its shared index never showed
 * a transaction whose sync failed, and the next commit overwrites it.
 */
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './stop.ts'

/** Throws the errors of SQLite and the file system. */
export function settleWal(file: string): void {
  const wal = `${file}-wal`
  if ((statSync(wal, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  // A process that has the journal open keeps it open: waiting would not help.
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    // Not the database file: SQLite's locks are on it, and closing a descriptor of it would drop them.
    rewrite(wal)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isBusy(error)) throw error
  } finally {
    database.close()
  }
}

function rewrite(file: string): void {
  const bytes = readFileSync(file)
  const descriptor = openSync(file, 'r+')
  try {
    for (let place = 0; place < bytes.length;) place += writeSync(descriptor, bytes, place, bytes.length - place, place)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
