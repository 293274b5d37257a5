/**
 * The right to append to one run.
 *
 * 1. Claiming verifies the whole chain before it raises the epoch.
 * 2. The first stop is final: every later turn of this writer returns it (a new claim may continue).
 */
import type { DatabaseSync } from 'node:sqlite'
import type { LogStop, Writer } from '#engine/ports.ts'
import type { RunId } from '#model/ids.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { GENESIS } from '#adapters/log/shared/chain.ts'
import type { Commits } from './commit.ts'
import type { Entries } from './entries.ts'
import type { PerformTurn, TurnRequest } from '#adapters/log/shared/turn.ts'

export function createWriter<E>(
  claimed: { readonly run: RunId; readonly epoch: number },
  commits: Commits,
  perform: PerformTurn<E>,
): Writer<E> {
  const { run, epoch } = claimed
  /** The stop of a turn whose transaction is not settled yet: later turns in the same transaction must fail too. */
  let refused: LogStop | undefined
  let stopped: LogStop | undefined

  function performUnlessRefused(request: TurnRequest<E>): ReturnType<PerformTurn<E>> {
    if (refused !== undefined) return failed(refused)
    const result = perform(request)
    if (!result.ok) refused = result.failure
    return result
  }

  return {
    run,
    epoch,
    async turn(since, messageId, make) {
      if (stopped !== undefined) return failed(stopped)
      const result = await commits.run(() => performUnlessRefused({ run, epoch, since, messageId, make }))
      if (!result.ok) stopped ??= result.failure
      return result
    },
  }
}

/** Raises the run's epoch, in the transaction that verifies what was appended after `verified`. */
export function createClaim<E>(database: DatabaseSync, entries: Entries<E>) {
  const insert = database.prepare('INSERT INTO run (id, epoch, seq, head, summary) VALUES (?, 1, 0, ?, ?)')
  const raise = database.prepare('UPDATE run SET epoch = ? WHERE id = ?')
  return (run: RunId, verified: number): Result<number, LogStop> => {
    const row = entries.runRow(run)
    if (row === undefined) {
      insert.run(run, GENESIS, 'null')
      return success(1)
    }
    const rest = entries.span({ run, after: Math.min(verified, row.seq), upTo: row.seq, head: row.head })
    if (!rest.ok) return rest
    raise.run(row.epoch + 1, run)
    return success(row.epoch + 1)
  }
}
