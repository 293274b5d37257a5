/** Looking at runs: which there are, how they stand, who drives them, what happens. Nothing here writes. */
import { existsSync } from 'node:fs'
import { noTools, type ToolSummary } from '#core/views/tool-calls.ts'
import type { Entry } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { FollowRequest, Printed, Watched } from './watch.ts'
import type { Opened } from '#forge/place/stores.ts'
import type { Refusal } from '#forge/refusal.ts'
import { chooseRun, countLeft, findDriver, listRuns, logRefusal, type DriverView, type RunRow } from './run-list.ts'
import { readRun, type ReadRun } from './run.ts'
import type { Transcript } from '#forge/world/transcripts.ts'

export interface Looking {
  /** All runs, oldest id first; makes nothing where there is no journal. */
  runs(): Promise<Result<readonly RunRow[], Refusal>>
  /** The run that was meant by an id, its beginning, or nothing at all when there is only one, or only one that fits. */
  chooseRun(wanted: string | undefined, fits?: (row: RunRow) => boolean): Promise<Result<RunRow, Refusal>>
  readRun(run: string): Promise<Result<ReadRun, Refusal>>
  follow(run: string, after: number, signal: AbortSignal): AsyncIterable<Result<readonly Entry<Event>[], Refusal>>
  /** The run as it stands, and again after everything that happens to it. */
  watch(run: string, signal: AbortSignal): AsyncIterable<Result<Watched, Refusal>>
  /** What agents printed. */
  readonly transcripts: {
    list(run: string): Promise<readonly Transcript[]>
    /** What the agent of one of them did with its tools. */
    calls(run: string, file: string): Promise<ToolSummary>
    /** What is there and what comes, line by line. */
    follow(request: Omit<FollowRequest, 'directory' | 'clock'>): AsyncIterable<Printed>
  }
  driverOf(run: string): Promise<DriverView>
  /** Whether a driver reads what was left, or nobody is there to read it. */
  heard(run: string): Promise<'driver' | 'alone'>
  /** How many words wait to be read by the driver. */
  leftFor(run: string): Promise<number>
}

export function lookingOf(opened: Opened): Looking {
  return { ...rowsOf(opened), ...eventsOf(opened), ...driversOf(opened), transcripts: transcriptsOf(opened) }
}

/** What is told without reading an event. */
function rowsOf({ places, journal }: Opened): Pick<Looking, 'runs' | 'chooseRun' | 'leftFor'> {
  async function runs(): Promise<Result<readonly RunRow[], Refusal>> {
    const found = places()
    if (!found.ok) return found
    if (!existsSync(found.value.journal)) return success([])
    const log = await journal()
    return log.ok ? listRuns(log.value) : log
  }
  return {
    runs,
    async chooseRun(wanted, fits) {
      const rows = await runs()
      return rows.ok ? chooseRun(rows.value, wanted, fits) : rows
    },
    async leftFor(run) {
      const log = await journal()
      return log.ok ? countLeft(log.value, run) : 0
    },
  }
}

function eventsOf({ log, locks, recalled }: Opened): Pick<Looking, 'readRun' | 'follow' | 'watch'> {
  return {
    async readRun(run) {
      const quick = await recalled()
      if (!quick.ok) return quick
      const read = await readRun(quick.value, run)
      if (read.ok) return read
      // Something is not as it should be: the schemas say what.
      const checked = await log()
      return checked.ok ? readRun(checked.value, run) : checked
    },
    async *follow(run, after, signal) {
      const found = await log()
      if (!found.ok) return yield found
      for await (const batch of found.value.follow(run, after, signal))
        yield batch.ok ? batch : failed(logRefusal(batch.failure))
    },
    async *watch(run, signal) {
      const [found, { watchRun }, { createClock }] = await Promise.all([
        log(),
        import('./watch.ts'),
        import('#adapters/clock/index.ts'),
      ])
      if (!found.ok) return yield found
      const lock = locks()
      const isDriven = async (): Promise<boolean> => lock.ok && (await findDriver(lock.value, run)).alive
      yield* watchRun({ log: found.value, run, signal, clock: createClock(), isDriven })
    },
  }
}

function driversOf({ locks, journal }: Opened): Pick<Looking, 'driverOf' | 'heard'> {
  return {
    async driverOf(run) {
      const lock = locks()
      return lock.ok ? findDriver(lock.value, run) : { alive: false }
    },
    async heard(run) {
      const [lock, log] = [locks(), await journal()]
      if (!lock.ok || !log.ok) return 'alone'
      const [{ heardBy }, { createClock }] = await Promise.all([
        import('#forge/drive/pickup.ts'),
        import('#adapters/clock/index.ts'),
      ])
      return heardBy({ log: log.value, locks: lock.value, clock: createClock() }, run)
    },
  }
}

function transcriptsOf({ places }: Opened): Looking['transcripts'] {
  return {
    async list(run) {
      const found = places()
      const { listTranscripts } = await import('#forge/world/transcripts.ts')
      return found.ok ? listTranscripts(found.value.transcripts, run) : []
    },
    async calls(run, file) {
      const [found, { readCalls }] = [places(), await import('#forge/world/tool-calls.ts')]
      return found.ok ? readCalls(found.value.transcripts, run, file) : noTools
    },
    async *follow(request) {
      const found = places()
      const [{ followTranscripts }, { createClock }] = await Promise.all([
        import('./watch.ts'),
        import('#adapters/clock/index.ts'),
      ])
      if (found.ok) yield* followTranscripts({ ...request, directory: found.value.transcripts, clock: createClock() })
    },
  }
}
