/**
 * Group commit: everything queued in one tick of the event loop becomes durable with one transaction and one sync.
 *
 * 1. Each piece of work has its own savepoint; one that fails or throws is rolled back alone.
 * 2. No caller gets an answer before COMMIT returned.
 * 3. A failing statement, BEGIN or COMMIT fails every piece of that transaction and poisons this connection for good: a
 *    retry after a failed sync cannot be trusted.
 * 4. Another process's lock is waited for without blocking the event loop, for a bounded time; then the waiting pieces
 *    answer `busy`, and nothing of them was written.
 */
import type { LogStop } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import { failed } from '#model/result.ts'
import type { Transactions } from './transaction.ts'
import { ThrownAbove } from './transaction.ts'

export interface Commits {
  /**
   * Runs `work` inside the next transaction. Its failure rolls it back alone. What it throws as `ThrownAbove` rejects
   * the promise; anything else that it throws is a database error and stops every caller.
   */
  run<T>(work: () => Result<T, LogStop>): Promise<Result<T, LogStop>>
  /** Commits what is queued now, without waiting for another process, then refuses everything with this stop. */
  end(stop: LogStop): void
}

interface Job {
  /** Performs the work in its savepoint and returns how to settle it once it is durable. */
  perform(): () => void
  fail(stop: LogStop): void
}

const RETRY_MS = 10

export function createCommits(transactions: Transactions, busyMs: number): Commits {
  let queue: Job[] = []
  let isScheduled = false
  let busySince: number | undefined
  let stopped: LogStop | undefined

  function flush(): void {
    isScheduled = false
    if (queue.length === 0) return
    const begun = stopped ?? transactions.begin()
    if (begun === 'busy' && mayWait()) {
      isScheduled = true
      setTimeout(flush, RETRY_MS)
      return
    }
    busySince = undefined
    const jobs = queue
    queue = []
    if (begun === 'begun') commitAll(jobs)
    else if (begun === 'busy') refuse(jobs, { why: 'busy', detail: say('journal.anotherProcessWrote', { ms: busyMs }) })
    else refuse(jobs, (stopped = begun))
  }

  function mayWait(): boolean {
    busySince ??= performance.now()
    return performance.now() - busySince < busyMs
  }

  function commitAll(jobs: readonly Job[]): void {
    const settlements: (() => void)[] = []
    try {
      for (const job of jobs) settlements.push(job.perform())
      transactions.commit()
    } catch (error) {
      refuse(jobs, (stopped = transactions.abandon(error)))
      return
    }
    for (const settle of settlements) settle()
  }

  return {
    run(work) {
      if (stopped !== undefined) return Promise.resolve(failed(stopped))
      return new Promise((resolve, reject) => {
        queue.push({
          perform: () => settlementOf(() => transactions.piece(work), resolve, reject),
          fail: (stop) => resolve(failed(stop)),
        })
        if (!isScheduled) setImmediate(flush)
        isScheduled = true
      })
    },
    end(stop) {
      busySince = -Infinity
      flush()
      stopped ??= stop
    },
  }
}

function refuse(jobs: readonly Job[], stop: LogStop): void {
  for (const job of jobs) job.fail(stop)
}

/** How to settle a piece of work once the transaction is durable. */
function settlementOf<T>(work: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const value = work()
    return () => resolve(value)
  } catch (error) {
    if (error instanceof ThrownAbove) return () => reject(error.cause)
    throw error
  }
}
