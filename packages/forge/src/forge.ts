/**
 * The composition root: the one file that knows every concrete adapter. Everything is opened when it is first needed, so
 * that a question about one thing does not pay for the others.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Blobs, Codec, Entry, Locks, Log } from '#engine/ports.ts'
import { createBlobs, createLocks, openSqliteLog } from '#adapters/log/sqlite/index.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Config } from '#config/load.ts'
import type { Examined } from './forge/examine.ts'
import { handoverOf, type Handover } from './forge/handover.ts'
import { findRepository, placesOf, userConfigFile } from './forge/places.ts'
import type { Environment, Places, Repository } from './forge/places.ts'
import { planOf, type PlanView } from './forge/plan.ts'
import { listProject, readText, writeNew } from './forge/project.ts'
import { usageRefusal, type Refusal } from './forge/refusal.ts'
import { chooseRun, countLeft, findDriver, listRuns, logRefusal } from './forge/rows.ts'
import type { Driven } from './forge/drive.ts'
import type { DrivingRequest } from './forge/driving.ts'
import type { FollowRequest, Printed, Watched } from './forge/follow.ts'
import type { DriverView, RunRow } from './forge/rows.ts'
import type { ReadRun } from './forge/runs.ts'
import type { Transcript } from './forge/transcripts.ts'
import type { Left, Speaker, Word } from './forge/words.ts'
import type { RunState } from '#core/state/state.ts'

export type {
  Driven,
  DrivingRequest,
  DriverView,
  Examined,
  Left,
  Places,
  PlanView,
  ReadRun,
  Refusal,
  Repository,
  RunRow,
  RunState,
  Transcript,
  Watched,
  Word,
}

/** What a process knows about where it was started. The command line reads it from the machine, tests make it up. */
export interface Surroundings extends Speaker {
  readonly cwd: string
  readonly env: Environment
  readonly home: string
  /** Versions of what Forge runs on. */
  readonly machine: { readonly node: string; readonly sqlite: string; readonly platform: string }
  /** The file that was started. */
  readonly program: string
}

export interface Forge {
  readonly surroundings: Surroundings
  /** The repository around the working directory, or how to get one. */
  repository(): Result<Repository, Refusal>
  places(): Result<Places, Refusal>
  /** The journal, made on the first call in a repository. */
  log(): Promise<Result<Log<Event>, Refusal>>
  locks(): Result<Locks, Refusal>
  blobs(): Result<Blobs, Refusal>
  /** The configuration in force here; flags by key (`limits.maxCost`) win over everything. */
  config(flags?: Readonly<Record<string, unknown>>): Promise<Result<Config, Refusal>>
  /** Files of the user, by paths from the working directory (`read`) or the repository's root. Overwrites nothing. */
  readonly files: {
    list(): Result<readonly string[], Refusal>
    read(path: string): Result<string | undefined, string>
    writeNew(path: string, text: string): Result<'written' | 'exists', string>
  }
  readonly examine: {
    /** Looks at everything that Forge needs, and changes nothing. */
    all(): Promise<readonly Examined[]>
    /** Repairs what is safe to repair; answers what it did. */
    repair(): Promise<readonly string[]>
  }
  /** All runs, oldest id first; makes nothing where there is no journal. */
  runs(): Promise<Result<readonly RunRow[], Refusal>>
  /** The run that was meant by an id, its beginning, or nothing at all when there is only one. */
  chooseRun(wanted: string | undefined): Promise<Result<RunRow, Refusal>>
  readRun(run: string): Promise<Result<ReadRun, Refusal>>
  /** The plan that waits for approval, or the newest. */
  planOf(state: RunState): PlanView | undefined
  follow(run: string, after: number, signal: AbortSignal): AsyncIterable<Result<readonly Entry<Event>[], Refusal>>
  /** The run as it stands, and again after everything that happens to it. */
  watch(run: string, signal: AbortSignal): AsyncIterable<Result<Watched, Refusal>>
  /** What agents printed. */
  readonly transcripts: {
    list(run: string): Promise<readonly Transcript[]>
    /** What is there and what comes, line by line. */
    follow(request: Omit<FollowRequest, 'directory' | 'clock'>): AsyncIterable<Printed>
  }
  driverOf(run: string): Promise<DriverView>
  /** Whether a driver reads what was left, or nobody is there to read it. */
  heard(run: string): Promise<'driver' | 'alone'>
  /** How many words wait to be read by the driver. */
  leftFor(run: string): Promise<number>
  /** Begin a run or go on with one, in this process, until it has ended, waits for a human, or is told to stop. */
  drive(
    request: DrivingRequest,
    flags?: Readonly<Record<string, unknown>>,
  ): Promise<Result<Driven & { readonly run: string }, Refusal>>
  readonly handover: Handover
  /** Leave a human's word for the driver of a run. */
  say(run: string, choose: (state: RunState) => Result<Word, Refusal>): Promise<Result<Left, Refusal>>
  close(): Promise<void>
}

export function openForge(surroundings: Surroundings): Forge {
  const { cwd, env, home } = surroundings
  const repository = once(() => findRepository(cwd))
  const places = once((): Result<Places, Refusal> => {
    const found = repository()
    return found.ok ? success(placesOf(found.value, env, home)) : found
  })
  const codec = lateCodec()
  const journal = once(async (): Promise<Result<Log<Event>, Refusal>> => {
    const found = places()
    if (!found.ok) return found
    const opened = await openSqliteLog(found.value.journal, codec)
    return opened.ok ? opened : failed(logRefusal(opened.failure))
  })
  const log = async (): Promise<Result<Log<Event>, Refusal>> => {
    await codec.load()
    return journal()
  }
  const locks = once(() => mapped(places(), (found) => createLocks(found.locks)))
  const blobs = once(() => mapped(places(), (found) => createBlobs(found.blobs)))
  const exposed = { surroundings, repository, places, log, locks, blobs }
  const parts = { ...exposed, journal }
  const examine = examiner(parts)
  const files = fileMethods(surroundings, repository)
  const looking = { ...runMethods(parts), ...lookMethods(parts) }
  const handover = handoverOf({ ...parts, config: files.config })
  return { ...exposed, ...files, ...looking, drive: driver(parts, files.config), handover, examine, planOf }
}

/** End everything that this process has started, at once. */
export async function killStarted(): Promise<void> {
  const { killStarted: kill } = await import('#adapters/exec/index.ts')
  await kill()
}

/** How events are read is loaded before the first event is; the list of runs is told without. */
function lateCodec(): Codec<Event> & { load(): Promise<void> } {
  let codec: Codec<Event> | undefined
  const loaded = (): Codec<Event> => {
    if (codec === undefined) throw new Error('an event was read before its codec was loaded')
    return codec
  }
  return {
    encode: (event) => loaded().encode(event),
    decode: (text) => loaded().decode(text),
    async load() {
      codec ??= (await import('#engine/streams.ts')).runCodec
    },
  }
}

function fileMethods(surroundings: Surroundings, repository: Forge['repository']): Pick<Forge, 'files' | 'config'> {
  const { cwd, env, home } = surroundings
  return {
    files: {
      list: () => mapped(repository(), ({ root }) => listProject(root)),
      read: (path) => readText(resolve(cwd, path)),
      writeNew: (path, text) => writeNew(resolve(cwd, path), text),
    },
    async config(flags = {}) {
      const { faultText, loadConfig } = await import('#config/load.ts')
      const found = repository()
      const project = found.ok ? join(found.value.root, '.forge') : undefined
      const files = [
        { layer: 'user' as const, path: userConfigFile(env, home) },
        ...(project === undefined
          ? []
          : [
              { layer: 'project' as const, path: join(project, 'config.yaml') },
              { layer: 'local' as const, path: join(project, 'config.local.yaml') },
            ]),
      ]
      const loaded = loadConfig({ files, env, flags, readText })
      if (loaded.ok) return loaded
      const [first, ...others] = loaded.failure.map(faultText)
      const more = others.length === 0 ? 'forge config list' : `also: ${others.slice(0, 5).join('; ')}`
      return failed(usageRefusal('config', first ?? 'the configuration is wrong', more))
    },
  }
}

/** Loaded late: looking at runs must not pay for driving them. */
function driver({ surroundings, repository, places, log, locks }: Parts, config: Forge['config']): Forge['drive'] {
  return async (request, flags) => {
    const [found, where, lock] = [repository(), places(), locks()]
    if (!found.ok) return found
    if (!where.ok) return where
    if (!lock.ok) return lock
    const settings = await config(flags)
    if (!settings.ok) return settings
    const opened = await log()
    if (!opened.ok) return opened
    const { drive } = await import('./forge/driving.ts')
    const operator = surroundings.env['USER'] ?? 'operator'
    const parts = { repository: found.value, places: where.value, log: opened.value, locks: lock.value }
    return drive({ ...parts, config: settings.value, operator, now: () => surroundings.now() }, request)
  }
}

/** Loaded late: only the doctor needs it. */
function examiner({ surroundings, repository, places, log }: Parts): Forge['examine'] {
  const { env, machine, program } = surroundings
  return {
    async all() {
      const look = await import('./forge/examine.ts')
      const [found, where] = [repository(), places()]
      const always = [
        look.examineNode(machine.node),
        look.examineSqlite(machine.sqlite),
        await look.examineGit(env),
        look.examinePath(env, program),
      ]
      if (!found.ok || !where.ok) {
        const detail = found.ok ? '' : found.failure.message
        return [...always, { name: 'repository', state: 'problem', detail, remedy: 'go to your project, or git init' }]
      }
      return [
        ...always,
        look.examineFolder(found.value.root),
        look.examineState(where.value),
        await journal(where.value),
      ]
    },
    async repair() {
      const { examineState, makePrivate } = await import('./forge/examine.ts')
      const where = places()
      if (!where.ok || examineState(where.value).state !== 'problem') return []
      makePrivate(where.value)
      return [`${where.value.state} is private now`]
    },
  }
  async function journal(where: Places): Promise<Examined> {
    if (!existsSync(where.journal)) return { name: 'journal', state: 'ok', detail: 'there is none yet' }
    const opened = await log()
    if (!opened.ok) return { name: 'journal', state: 'problem', detail: opened.failure.message }
    const { examineJournal } = await import('./forge/examine.ts')
    return examineJournal(opened.value)
  }
}

type Parts = Pick<Forge, 'surroundings' | 'repository' | 'places' | 'locks' | 'log'> & {
  /** The same journal, for those who read no events. */
  readonly journal: Once<ReturnType<Forge['log']>>
}
type RunMethods = Pick<Forge, 'runs' | 'chooseRun' | 'readRun' | 'follow' | 'driverOf' | 'leftFor' | 'say' | 'close'>

function runMethods({ surroundings, places, log, journal, locks }: Parts): RunMethods {
  async function runs(): Promise<Result<readonly RunRow[], Refusal>> {
    const found = places()
    if (!found.ok) return found
    if (!existsSync(found.value.journal)) return success([])
    const opened = await journal()
    return opened.ok ? listRuns(opened.value) : opened
  }
  return {
    runs,
    async chooseRun(wanted) {
      const rows = await runs()
      return rows.ok ? chooseRun(rows.value, wanted) : rows
    },
    async readRun(run) {
      const [opened, { readRun }] = await Promise.all([log(), import('./forge/runs.ts')])
      return opened.ok ? readRun(opened.value, run) : opened
    },
    async *follow(run, after, signal) {
      const opened = await log()
      if (!opened.ok) return yield opened
      for await (const batch of opened.value.follow(run, after, signal))
        yield batch.ok ? batch : failed(logRefusal(batch.failure))
    },
    async driverOf(run) {
      const [found, opened] = [places(), locks()]
      return found.ok && opened.ok ? findDriver(opened.value, found.value.locks, run) : { alive: false }
    },
    async leftFor(run) {
      const opened = await journal()
      return opened.ok ? countLeft(opened.value, run) : 0
    },
    async say(run, choose) {
      const [opened, { leaveWord }] = await Promise.all([log(), import('./forge/words.ts')])
      return opened.ok ? leaveWord(opened.value, run, surroundings, choose) : opened
    },
    async close() {
      const opened = journal.isMade() ? await journal() : undefined
      if (opened?.ok === true) await opened.value.close()
    },
  }
}

/** Loaded late: only those who wait need a clock. */
function lookMethods({ places, log, journal, locks }: Parts): Pick<Forge, 'watch' | 'transcripts' | 'heard'> {
  return {
    async *watch(run, signal) {
      const [opened, { watchRun }] = await Promise.all([log(), import('./forge/follow.ts')])
      if (!opened.ok) return yield opened
      yield* watchRun(opened.value, run, signal)
    },
    transcripts: {
      async list(run) {
        const found = places()
        const { listTranscripts } = await import('./forge/transcripts.ts')
        return found.ok ? listTranscripts(found.value.transcripts, run) : []
      },
      async *follow(request) {
        const found = places()
        const { followTranscripts } = await import('./forge/follow.ts')
        const { createClock } = await import('#adapters/clock/index.ts')
        if (found.ok) yield* followTranscripts({ ...request, directory: found.value.transcripts, clock: createClock() })
      },
    },
    async heard(run) {
      const [found, lock, opened] = [places(), locks(), await journal()]
      if (!found.ok || !lock.ok || !opened.ok) return 'alone'
      const [{ heardBy }, { createClock }] = await Promise.all([
        import('./forge/heard.ts'),
        import('#adapters/clock/index.ts'),
      ])
      const parts = { log: opened.value, locks: lock.value, directory: found.value.locks, clock: createClock() }
      return heardBy(parts, run)
    },
  }
}

type Once<T> = (() => T) & { isMade(): boolean }

/** Made on the first call, the same ever after. */
function once<T>(make: () => T): Once<T> {
  let made: { readonly value: T } | undefined
  return Object.assign(() => (made ??= { value: make() }).value, { isMade: () => made !== undefined })
}

function mapped<T, U>(result: Result<T, Refusal>, make: (value: T) => U): Result<U, Refusal> {
  return result.ok ? success(make(result.value)) : result
}

/** A small project to show Forge on, in a new temporary folder, and what to ask for in it. */
export async function makeSampleProject(): Promise<{ readonly project: string; readonly request: string }> {
  const { makeSample, sampleRequest } = await import('./forge/sample.ts')
  return { project: await makeSample(), request: sampleRequest }
}
