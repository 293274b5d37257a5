/** Lists runs and their drivers without folding any: enough for quick questions. Writes nothing. */
import type { Locks, Log } from '#engine/ports.ts'
import { raw, say, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import type { RunSummary } from '#model/view.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'

/** Written by `summaryOf` of core/views with every turn. */
export type RunRow = RunSummary

/** The driver of a run; `holder` is what it wrote about itself, for display. */
export type DriverView = { readonly alive: false } | { readonly alive: true; readonly holder: Json }

/** The stream that runs share is no run. Its name is `hostRun` of engine/host.ts, which would import the whole core. */
const hostStream = 'host'

export async function listRuns(log: Log<Event>): Promise<Result<readonly RunRow[], Refusal>> {
  const rows = await log.summaries()
  if (!rows.ok) return failed(journalRefusal(rows.failure))
  return success(
    rows.value
      .filter(({ run, seq }) => run !== hostStream && seq > 0)
      .map(({ run, seq, summary }) => ({ ...(summary as unknown as Omit<RunRow, 'run' | 'seq'>), run, seq })),
  )
}

/**
 * The requested run: its id, an unambiguous prefix of it, or the only run. Where none is named, `fits` says which runs
 * the question can be about: the others are ignored while one of these exists.
 */
export function chooseRun(
  rows: readonly RunRow[],
  wanted: string | undefined,
  fits?: (row: RunRow) => boolean,
): Result<RunRow, Refusal> {
  if (rows.length === 0) return failed(refusal('no-runs', say('run.noneYet'), raw('forge build "<what you want>"')))
  const exact = rows.find(({ run }) => run === wanted)
  if (exact !== undefined) return success(exact)
  const fitting = fits === undefined ? [] : rows.filter(fits)
  const meant = fitting.length === 0 ? rows : fitting
  const matching = wanted === undefined ? meant : rows.filter(({ run }) => run.startsWith(wanted))
  const [only] = matching
  if (only !== undefined && matching.length === 1) return success(only)
  if (wanted === undefined)
    return failed(usageRefusal('which-run', say('run.severalSayWhich', { count: meant.length }), namesOf(meant)))
  if (only === undefined) return failed(refusal('unknown-run', say('run.notFound', { run: wanted }), namesOf(rows)))
  return failed(
    usageRefusal('ambiguous-run', say('run.ambiguousName', { run: wanted, count: matching.length }), namesOf(matching)),
  )
}

function namesOf(rows: readonly RunRow[]): Said {
  const newest = rows.toSorted((one, other) => other.at - one.at).slice(0, 8)
  const runs = [...newest.map(({ run }) => run), ...(rows.length > newest.length ? ['…'] : [])]
  return say('run.knownRuns', { runs: runs.join(', ') })
}

/** How many messages are queued for a run and not read yet. */
export async function countLeft(log: Log<Event>, run: string): Promise<number> {
  const inbox = await log.inbox(run)
  return inbox.ok ? inbox.value.length : 0
}

/** Whether a living driver exists. It asks the lock itself, so that a dead driver's record misleads no caller. */
export async function findDriver(locks: Locks, run: string): Promise<DriverView> {
  const seen = await locks.holder(lockName(run))
  return seen.ok && seen.value !== undefined ? { alive: true, holder: seen.value.holder } : { alive: false }
}

function lockName(run: string): string {
  return `run-${run}`
}
