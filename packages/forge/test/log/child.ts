/**
 * A process that uses the journal while the test does terrible things to it. It says on stdout what it was promised:
 * `ack n` only after every turn of tick n was answered, `stop why` when the log stopped.
 *
 * usage: child.ts <mode> <directory> [ticks]
 */
import fs, { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createBlobs } from '#adapters/log/sqlite/blobs.ts'
import { createLocks } from '#adapters/log/sqlite/locks.ts'
import { openSqliteLog } from '#adapters/log/sqlite/log.ts'
import type { Log, LogStop, Writer } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'
import type { Tick } from './ticks.ts'
import { RUNS, tickCodec, turnOfTick } from './ticks.ts'

const [mode = '', directory = '', ticks = '60'] = process.argv.slice(2)

/** Unbuffered: what was said is said, also when the next moment kills us. */
function say(line: string): void {
  writeSync(1, `${line}\n`)
}

function orStop<T>(result: Result<T, LogStop>): T {
  if (result.ok) return result.value
  say(`stop ${result.failure.why}`)
  throw new Stopped()
}
class Stopped extends Error {}

async function open(): Promise<Log<Tick>> {
  return orStop(await openSqliteLog(directory, tickCodec, { busyMs: 1500 }))
}

type Turn = (writer: Writer<Tick>, tick: number) => Promise<Result<unknown, LogStop>>

const turn: Turn = (writer, tick) => writer.turn(0, `tick ${tick}`, () => turnOfTick(writer.run, tick))

/** Planted: answers at once, commits when it likes. */
const earlyTurn: Turn = (writer, tick) => {
  void setTimeout(3).then(() => turn(writer, tick))
  return Promise.resolve({ ok: true, value: undefined })
}

/** What a driver does between two ticks. */
type Pause = () => Promise<unknown>

const noPause: Pause = () => Promise.resolve()

/** A line of stdin before each next tick: until it comes, this process certainly holds no lock. */
function askedFor(): Pause {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  return () => lines.next()
}

/** One turn per run and tick, all in one transaction. */
async function drive(act: Turn, pause: Pause): Promise<void> {
  const log = await open()
  const writers = (await Promise.all(RUNS.map((run) => log.claim(run)))).map(orStop)
  const first = Math.max(...(await log.summaries().then(orStop)).map(({ seq }) => seq)) / 2
  say(`claimed ${first}`)
  for (let tick = first + 1; tick <= first + Number(ticks); tick += 1) {
    const results = await Promise.all(writers.map((writer) => act(writer, tick)))
    const stop = results.find((result) => !result.ok)
    if (stop !== undefined) {
      // Poisoned means poisoned: trying again must answer the same, and write nothing.
      const again = await Promise.all(writers.map((writer) => act(writer, tick)))
      say(`again ${again.map((result) => (result.ok ? 'answered' : result.failure.why)).join(' ')}`)
      orStop(stop)
    }
    say(`ack ${tick}`)
    await pause()
  }
  await log.close()
  say('done')
}

/** Holds the journal's write lock until stdin ends. */
async function holdWriteLock(): Promise<void> {
  const database = new DatabaseSync(join(directory, 'journal.db'))
  database.exec('BEGIN IMMEDIATE')
  say('holding')
  for await (const _ of process.stdin);
  database.exec('ROLLBACK')
  say('released')
}

/** Leaves messages while others write. */
async function leave(): Promise<void> {
  const log = await open()
  for (let n = 1; n <= Number(ticks); n += 1) {
    orStop(await log.leave('run-a', { id: `left ${n}`, body: n }))
    say(`ack ${n}`)
  }
  await log.close()
}

/** One lock per line of stdin: `name` takes it, `-name` gives it back. */
async function lock(): Promise<void> {
  const locks = createLocks(directory)
  const held = new Map<string, { release(): Promise<void> }>()
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    for (const word of String(chunk).split('\n').filter(Boolean)) {
      if (word.startsWith('-')) {
        await held.get(word.slice(1))?.release()
        say('released')
        continue
      }
      const result = await locks.acquire(word, { pid: process.pid })
      if (result.ok) held.set(word, result.value)
      say(result.ok ? 'got' : `${result.failure.why} ${JSON.stringify(result.failure)}`)
    }
  }
}

/** Dies of a stop, as a driver that is killed while it reports one. */
async function driveThenDie(): Promise<void> {
  await drive(turn, noPause).catch(() => process.kill(process.pid, 'SIGKILL'))
}

/** Planted: the same driver, but nothing is ever synced. */
async function driveUnsynced(): Promise<void> {
  const original = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec')?.value as (sql: string) => void
  DatabaseSync.prototype.exec = function planted(sql) {
    original.call(this, sql.replace('synchronous = FULL', 'synchronous = OFF'))
  }
  await drive(turn, noPause)
}

/** Planted: the same driver, but what a dead one left in the WAL is not looked at. */
async function driveUnsettled(): Promise<void> {
  const { statSync } = fs
  const blind = (path: fs.PathLike, options?: fs.StatSyncOptions) =>
    String(path).endsWith('-wal') ? undefined : statSync(path, options)
  Object.assign(fs, { statSync: blind })
  syncBuiltinESMExports()
  await drive(turn, noPause)
}

/** On a disk that something else has nearly filled: a large blob, a small one, and the large one again when there is space. */
async function putBlobs(): Promise<void> {
  const filler = join(directory, '../filler')
  fs.writeFileSync(filler, Buffer.alloc(3_000_000))
  const blobs = createBlobs(directory)
  const large = new Uint8Array(2_000_000).fill(7)
  const first = await blobs.put(large)
  say(`large ${first.ok ? 'kept' : first.failure.why}`)
  say(`left ${fs.existsSync(directory) ? fs.statfsSync(directory).bfree > 100 : true}`)
  say(`small ${(await blobs.put(new Uint8Array([1, 2, 3]))).ok}`)
  fs.rmSync(filler)
  const again = await blobs.put(large)
  const got = again.ok ? await blobs.get(again.value) : undefined
  say(`again ${got?.ok === true && Buffer.from(large).equals(got.value ?? new Uint8Array())}`)
}

const MODES: Readonly<Record<string, () => Promise<void>>> = {
  drive: () => drive(turn, noPause),
  'drive-slowly': () => drive(turn, () => setTimeout(5)),
  'drive-when-asked': () => drive(turn, askedFor()),
  'drive-planted-early': () => drive(earlyTurn, noPause),
  'drive-then-die': driveThenDie,
  'drive-planted-unsynced': driveUnsynced,
  'drive-planted-unsettled': driveUnsettled,
  'hold-write-lock': holdWriteLock,
  'put-blobs': putBlobs,
  leave,
  lock,
}

try {
  const run = MODES[mode]
  if (run === undefined) throw new Error(`no mode ${mode}`)
  await run()
} catch (error) {
  if (!(error instanceof Stopped)) throw error
}
