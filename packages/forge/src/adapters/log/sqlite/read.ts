/** Reads without blocking writers: short statements on the reader's connection, the event loop free between pages. */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Entry, LogStop, RunSummary } from '#engine/ports.ts'
import type { RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import type { Entries } from './entries.ts'
import { stopOf } from './stop.ts'

const PAGE = 1000

/** Returns SQLite's exceptions as stops. */
export function guarded<T>(read: () => Result<T, LogStop>): Result<T, LogStop> {
  try {
    return read()
  } catch (error) {
    return failed(stopOf(error))
  }
}

/** The next entries after `after`, at most one page; none when the run ends there or does not exist. */
export function readPage<E>(entries: Entries<E>, run: RunId, after: number): Result<readonly Entry<E>[], LogStop> {
  return guarded(() => {
    const row = entries.runRow(run)
    if (row === undefined || after >= row.seq) return success([])
    const upTo = Math.min(after + PAGE, row.seq)
    return entries.span(upTo === row.seq ? { run, after, upTo, head: row.head } : { run, after, upTo })
  })
}

/** Page after page until the run's end; `keep` gets each verified page. Returns the last sequence number. */
export async function readPages<E>(
  entries: Entries<E>,
  run: RunId,
  since: number,
  keep: (page: readonly Entry<E>[]) => void,
): Promise<Result<number, LogStop>> {
  let after = since
  for (;;) {
    const page = readPage(entries, run, after)
    if (!page.ok) return page
    keep(page.value)
    after = page.value.at(-1)?.seq ?? after
    if (page.value.length < PAGE) return success(after)
    await setImmediate()
  }
}

interface SummaryRow {
  readonly id: string
  readonly seq: number
  readonly epoch: number
  readonly summary: string
  readonly wake_at: number | null
}

/** One row per run, in order of id. */
export function createSummaries(database: DatabaseSync): () => readonly RunSummary[] {
  const select = database.prepare(
    'SELECT id, seq, epoch, summary, (SELECT min(due_at) FROM timer WHERE run = run.id) AS wake_at FROM run ORDER BY id',
  )
  return () =>
    (select.all() as unknown as readonly SummaryRow[]).map(({ id, seq, epoch, summary, wake_at }) => ({
      run: id,
      seq,
      epoch,
      summary: JSON.parse(summary) as Json,
      wakeAt: wake_at ?? undefined,
    }))
}
