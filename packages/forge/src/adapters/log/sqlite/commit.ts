/**
 * Group commit: everything queued in one tick of the event loop becomes durable with one transaction and one sync.
 *
 * 1. Each piece of work has its own savepoint; one that fails or throws is rolled back alone.
 * 2. Nobody is answered before COMMIT returned.
 * 3. A failing statement, BEGIN or COMMIT fails every piece of that transaction and poisons this connection for good: a
 *    sync that failed once is never tried again and believed.
 * 4. Another process's lock is waited for without blocking the event loop, for a bounded time; then the waiting pieces
 *    answer `busy`, and nothing of them was written.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { LogStop } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'
import { failed } from '#model/result.ts'
import { isBusy, stopOf } from './stop.ts'

export interface Commits {
  /**
   * Runs `work` inside the next transaction. Its failure rolls it back alone. What it throws as `ThrownAbove` rejects
   * the promise; anything else that it throws is trouble of the database and stops everyone.
   */
  run<T>(work: () => Result<T, LogStop>): Promise<Result<T, LogStop>>
  /** Commits what is queued now, then refuses everything with this stop. */
  end(stop: LogStop): void
}

/** Carries a bug of the caller's code (an encoder, a `make`) out of a transaction that is otherwise sound. */
export class ThrownAbove extends Error {
  override readonly cause: unknown
  constructor(cause: unknown) {
    super('thrown by the code above the log')
    this.cause = cause
  }
}

interface Job {
  /** Does the work in its savepoint and answers how to settle once it is durable. */
  perform(): () => void
  fail(stop: LogStop): void
}

const RETRY_MS = 10

export function createCommits(database: DatabaseSync, busyMs: number): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const inSavepoint = savepoints(database)
  let queue: Job[] = []
  let isScheduled = false
  let busySince: number | undefined
  let stopped: LogStop | undefined

  function flush(): void {
    isScheduled = false
    if (queue.length === 0) return
    const begun = tryToBegin()
    if (begun === 'wait') {
      isScheduled = true
      setTimeout(flush, RETRY_MS)
      return
    }
    const jobs = queue
    queue = []
    if (begun === 'begun') commitAll(jobs)
    else for (const job of jobs) job.fail(begun)
  }

  function tryToBegin(): 'begun' | 'wait' | LogStop {
    if (stopped !== undefined) return stopped
    try {
      begin.run()
      busySince = undefined
      return 'begun'
    } catch (error) {
      if (!isBusy(error)) return poison(error)
      busySince ??= performance.now()
      if (performance.now() - busySince < busyMs) return 'wait'
      busySince = undefined
      return { why: 'busy', detail: `another process held the journal's write lock for ${busyMs} ms` }
    }
  }

  function commitAll(jobs: readonly Job[]): void {
    const settlements: (() => void)[] = []
    try {
      for (const job of jobs) settlements.push(job.perform())
      commit.run()
    } catch (error) {
      const stop = poison(error)
      for (const job of jobs) job.fail(stop)
      return
    }
    for (const settle of settlements) settle()
  }

  function poison(error: unknown): LogStop {
    stopped = stopOf(error)
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
    } catch {
      // The transaction is lost either way; the first failure is the one to tell.
    }
    return stopped
  }

  return {
    run(work) {
      if (stopped !== undefined) return Promise.resolve(failed(stopped))
      return new Promise((resolve, reject) => {
        queue.push({
          perform: () => settlementOf(() => inSavepoint(work), resolve, reject),
          fail: (stop) => resolve(failed(stop)),
        })
        if (isScheduled) return
        isScheduled = true
        setImmediate(flush)
      })
    },
    end(stop) {
      busySince ??= -Infinity // closing does not wait for another process
      flush()
      stopped ??= stop
    },
  }
}

/** How to answer a piece of work once the transaction is durable. */
function settlementOf<T>(work: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const value = work()
    return () => resolve(value)
  } catch (error) {
    if (error instanceof ThrownAbove) return () => reject(error.cause)
    throw error
  }
}

function savepoints(database: DatabaseSync): <T>(work: () => Result<T, LogStop>) => Result<T, LogStop> {
  const save = database.prepare('SAVEPOINT piece')
  const back = database.prepare('ROLLBACK TO piece')
  const release = database.prepare('RELEASE piece')
  return (work) => {
    save.run()
    try {
      const result = work()
      if (!result.ok) back.run()
      release.run()
      return result
    } catch (error) {
      if (error instanceof ThrownAbove) {
        back.run()
        release.run()
      }
      throw error
    }
  }
}
