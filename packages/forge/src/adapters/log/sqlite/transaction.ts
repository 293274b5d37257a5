/** The steps of one write transaction on one connection, and the stop for a failure of each. */
import type { DatabaseSync } from 'node:sqlite'
import type { LogStop } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'
import { isBusy, stopOf } from './stop.ts'

/** Carries a bug of the caller's code (an encoder, a `make`) out of a transaction that is otherwise sound. */
export class ThrownAbove extends Error {
  constructor(cause: unknown) {
    super('thrown by the code above the log', { cause })
  }
}

export interface Transactions {
  /** Takes the write lock: `busy` when another process has it. */
  begin(): 'begun' | 'busy' | LogStop
  /** Runs a piece of the transaction; if it fails, or throws `ThrownAbove`, only this piece is rolled back. */
  piece<T>(work: () => Result<T, LogStop>): Result<T, LogStop>
  /** Returns when everything is on disk; throws SQLite's errors. */
  commit(): void
  /** Rolls the transaction back and returns the stop for its failure. */
  abandon(error: unknown): LogStop
}

export function createTransactions(database: DatabaseSync): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const save = database.prepare('SAVEPOINT piece')
  const back = database.prepare('ROLLBACK TO piece')
  const release = database.prepare('RELEASE piece')

  function undo(): void {
    back.run()
    release.run()
  }

  return {
    begin() {
      try {
        begin.run()
        return 'begun'
      } catch (error) {
        return isBusy(error) ? 'busy' : stopOf(error)
      }
    },
    piece(work) {
      save.run()
      try {
        const result = work()
        if (result.ok) release.run()
        else undo()
        return result
      } catch (error) {
        if (error instanceof ThrownAbove) undo()
        throw error
      }
    },
    commit: () => void commit.run(),
    abandon(error) {
      try {
        if (database.isTransaction) database.exec('ROLLBACK')
      } catch {
        // The transaction is lost either way; the first failure is the one to report.
      }
      return stopOf(error)
    },
  }
}
