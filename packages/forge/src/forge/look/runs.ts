/** Lists runs, their status and their drivers: enough for a quick look, without schemas. Writes nothing. */
import { isThere } from '#adapters/files/plain.ts'
import type { Entry } from '#engine/ports.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import type { Stores } from '#forge/place/stores.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import { chooseRun, countLeft, findDriver, listRuns, type DriverView, type RunRow } from './run-list.ts'
import { readRun, type ReadRun } from './run.ts'

export interface Runs {
  /** All runs, oldest id first; creates nothing where there is no journal. */
  runs(): Promise<Result<readonly RunRow[], Refusal>>
  /** The run with an id or its prefix; if none is named, the only one, or the only one that fits. */
  chooseRun(wanted: string | undefined, fits?: (row: RunRow) => boolean): Promise<Result<RunRow, Refusal>>
  readRun(run: string): Promise<Result<ReadRun, Refusal>>
  follow(run: string, after: number, signal: AbortSignal): AsyncIterable<Result<readonly Entry<Event>[], Refusal>>
  driverOf(run: string): Promise<DriverView>
  /** How many messages wait for the driver. */
  leftFor(run: string): Promise<number>
}

export function runsOf({ places, journal, recalled, log, locks }: Stores): Runs {
  async function runs(): Promise<Result<readonly RunRow[], Refusal>> {
    const found = places()
    if (!found.ok) return found
    if (!isThere(found.value.journal)) return success([])
    const opened = await journal()
    return opened.ok ? listRuns(opened.value) : opened
  }
  return {
    runs,
    async chooseRun(wanted, fits) {
      const rows = await runs()
      return rows.ok ? chooseRun(rows.value, wanted, fits) : rows
    },
    async readRun(run) {
      const quick = await recalled()
      if (!quick.ok) return quick
      const read = await readRun(quick.value, run)
      if (read.ok) return read
      // Something is wrong: the schemas report what.
      const checked = await log()
      return checked.ok ? readRun(checked.value, run) : checked
    },
    async *follow(run, after, signal) {
      const opened = await log()
      if (!opened.ok) return yield opened
      for await (const batch of opened.value.follow(run, after, signal))
        yield batch.ok ? batch : failed(journalRefusal(batch.failure))
    },
    async driverOf(run) {
      const lock = locks()
      return lock.ok ? findDriver(lock.value, run) : { alive: false }
    },
    async leftFor(run) {
      const opened = await journal()
      return opened.ok ? countLeft(opened.value, run) : 0
    },
  }
}
