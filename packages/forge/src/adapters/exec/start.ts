/**
 * Starts a process and follows it until nothing is left of it.
 *
 * 1. `ended` resolves once, after the child and its descendants have ended and its output is read, and never rejects
 *    (I-33).
 * 2. Output is always drained and never stored beyond the capture's size (I-34).
 * 3. Deadlines: SIGTERM, a grace period, then everything is killed. A stopped process cannot react and is killed at
 *    once (F-17).
 * 4. After `ended` no signal is sent any more: the pid may belong to another process.
 */
import { closeSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { createCapture } from './capture.ts'
import type { Command, Ended } from './command.ts'
import { watchDeadlines, type Overrun } from './deadline.ts'
import { drain, type Drain } from './drain.ts'
import { spawnChild, type Child } from './child.ts'
import { enclosure, type Enclosure } from './enclosure.ts'
import { endAll, signalGroup, type EndedProcesses } from './end-processes.ts'
import { recordStarted } from './started-record.ts'
import { openPipe } from './pipe.ts'
import { realPath } from './real-path.ts'
import type { Input } from './spawn.ts'
import { trackChild } from './started.ts'
import { openTranscript } from './transcript.ts'

export interface Running {
  /** Undefined when the program could not be started; `ended` reports why. */
  readonly pid: number | undefined
  readonly ended: Promise<Ended>
  /** Open only if the command says so; otherwise writing has no effect. */
  readonly input: Input
  /** Monotonic time (`performance.now`) of the last output, or of the start. */
  lastSign(): number
  /** Asks the whole group to stop; harmless when it has ended. */
  interrupt(signal?: 'SIGINT' | 'SIGTERM'): Promise<void>
  /** Ends it and every descendant; resolves when they have ended. */
  kill(): Promise<void>
}

/** How long output may stay open after the last known descendant has ended. */
const drainMs = 1000

/** Starts, and waits for the end. */
export async function run(command: Command, held?: Enclosure): Promise<Ended> {
  return (await start(command, held)).ended
}

/** The default of `held` is the best that this machine supports. */
export async function start(asked: Command, held?: Enclosure): Promise<Running> {
  const command = withRealRoom(asked)
  const { streams = 'apart', onStdout } = command.output ?? {}
  const stdout = createCapture(command.output?.stdout)
  const stderr = createCapture(command.output?.stderr)
  const transcript = openTranscript(command.output?.transcript)
  const pipe = streams === 'apart' ? undefined : await openPipe(streams.together)
  const holding = held ?? (await enclosure())
  const startedAt = performance.now()
  const child = spawnChild(command, pipe, holding)
  const { marker } = command
  const forget = marker === undefined || child.pid === undefined ? undefined : recordStarted(child.pid, marker)
  if (pipe !== undefined) closeSync(pipe.writing)
  const takeStdout = (chunk: Uint8Array): void => {
    stdout.write(chunk)
    transcript?.write('stdout', chunk)
    onStdout?.(chunk)
  }
  const takeStderr = (chunk: Uint8Array): void => {
    stderr.write(chunk)
    transcript?.write('stderr', chunk)
  }
  const output = drain([
    [pipe?.reading ?? child.stdout, takeStdout],
    [child.stderr, takeStderr],
  ])
  const gone = goneOf(command, child, output)
  const ended = gone.then((end): Ended => {
    transcript?.close()
    forget?.()
    const printed = { stdout: stdout.finish(), stderr: stderr.finish() }
    return { ...withReason(end, printed), durationMs: Math.round(performance.now() - startedAt), ...printed }
  })
  return trackChild(running(command, child, { ended, lastSign: () => output.lastSign() }))
}

/** A program that never ran printed nothing: the output is bubblewrap's reason. */
function withReason<T extends Pick<Ended, 'unavailable'>>(
  end: T,
  { stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>,
): T {
  const reason = `${stdout.tail.toString()}${stderr.tail.toString()}`.trim().split('\n').at(-1) ?? ''
  if (end.unavailable === undefined || reason === '') return end
  return { ...end, unavailable: say('program.unavailableBecause', { what: end.unavailable, why: reason }) }
}

/** Resolves the real paths before the child can replace them. */
function withRealRoom(command: Command): Command {
  const { marker } = command
  return marker?.room === undefined ? command : { ...command, marker: { ...marker, room: marker.room.map(realPath) } }
}

/** Resolves when the child and its leftovers have ended and its output is read. */
async function goneOf(
  command: Command,
  child: Child,
  output: Drain,
): Promise<Omit<Ended, 'durationMs' | 'stdout' | 'stderr'>> {
  const deadlines = enforceDeadlines(command, child, output)
  const exit = await child.exit
  const overran = deadlines.finish()
  // An empty namespace has no leftovers, and a search for them reads all of `/proc`.
  const hunted = (await child.emptied()) === 'empty' ? nobody : await endLeftovers(command, child.pid)
  const patience = new AbortController()
  await Promise.race([output.done, sleep(drainMs, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
  output.close()
  return {
    ...exit,
    ...defined({ overran }),
    swept: hunted.ended,
    survivors: hunted.survivors,
  }
}

function enforceDeadlines(command: Command, child: Child, output: Drain): { finish(): Overrun | undefined } {
  let overran: Overrun | undefined
  let grace: NodeJS.Timeout | undefined
  const killNow = (): void => void endChild(command, child)
  const deadlines = watchDeadlines(
    command,
    () => output.lastSign(),
    (limit) => {
      overran = limit
      if (child.isStopped()) return killNow()
      child.signal('SIGTERM')
      grace = setTimeout(killNow, command.graceMs ?? 2000)
    },
  )
  return {
    finish() {
      deadlines.cancel()
      clearTimeout(grace)
      return overran
    },
  }
}

/** First through the kernel, if it contains the child; then every process with its marker. */
async function endChild(command: Command, child: Child): Promise<void> {
  child.end()
  await endAll({ marker: command.marker, leader: child.pid })
}

const nobody: EndedProcesses = { ended: 0, survivors: [] }

/** Without a marker only the group is checked, which is cheap; with one, all of `/proc` is read. */
async function endLeftovers(command: Command, leader: number | undefined): Promise<EndedProcesses> {
  const isNobodyThere = command.marker === undefined && (leader === undefined || !signalGroup(leader, 'SIGSTOP'))
  return isNobodyThere ? nobody : endAll({ marker: command.marker, leader })
}

function running(command: Command, child: Child, { ended, lastSign }: Pick<Running, 'ended' | 'lastSign'>): Running {
  const { pid, input } = child
  let isOver = false
  const settled = ended.finally(() => (isOver = true))
  async function kill(): Promise<void> {
    if (isOver || pid === undefined) return
    await endChild(command, child)
    await settled
  }
  return {
    pid,
    ended,
    input,
    lastSign,
    kill,
    async interrupt(signal = 'SIGTERM') {
      // Bubblewrap reports the program's pid on a pipe: what has arrived is read first.
      await nextTurn()
      if (isOver || pid === undefined) return
      if (child.isStopped()) return kill()
      child.signal(signal)
    },
  }
}
