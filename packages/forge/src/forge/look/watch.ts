/**
 * Watches a run that another process drives: its state as it changes, and its agents' output. Never asks the driver.
 */
import { StringDecoder } from 'node:string_decoder'
import { createClock } from '#adapters/clock/index.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { noTools, type ToolSummary } from '#core/views/tool-calls.ts'
import type { Clock, Entry, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'
import type { Stores } from '#forge/place/stores.ts'
import { readCalls } from '#forge/world/tool-calls.ts'
import { findDriver } from './run-list.ts'
import { readRun } from './run.ts'
import { listTranscripts, readTranscript, type Transcript } from '#forge/world/transcripts.ts'

export interface Watched {
  readonly state: RunState
  /** Events since the last look; at first, all of them. */
  readonly entries: readonly Entry<Event>[]
  /** Whether a process drives it: a driver that died leaves no event. */
  readonly isDriven: boolean
}

export interface RunWatch {
  /** The current state of the run, and again after every event. */
  watch(run: string, signal: AbortSignal): AsyncIterable<Result<Watched, Refusal>>
}

/** The output of agents. */
export interface Transcripts {
  list(run: string): Promise<readonly Transcript[]>
  /** The tool calls of the agent of one transcript. */
  calls(run: string, file: string): Promise<ToolSummary>
  /** Present and future output, line by line. */
  follow(request: Omit<FollowRequest, 'directory' | 'clock'>): AsyncIterable<Printed>
}

export function watchOf({ log, locks }: Pick<Stores, 'log' | 'locks'>): RunWatch {
  return {
    async *watch(run, signal) {
      const [opened, lock] = [await log(), locks()]
      if (!opened.ok) return yield opened
      const isDriven = async (): Promise<boolean> => lock.ok && (await findDriver(lock.value, run)).alive
      yield* watchRun({ log: opened.value, run, signal, clock: createClock(), isDriven })
    },
  }
}

export function transcriptsOf({ places }: Pick<Stores, 'places'>): Transcripts {
  const found = places()
  const directory = found.ok ? found.value.transcripts : undefined
  return {
    list: async (run) => (directory === undefined ? [] : listTranscripts(directory, run)),
    calls: async (run, file) => (directory === undefined ? noTools : readCalls(directory, run, file)),
    async *follow(request) {
      if (directory !== undefined) yield* followTranscripts({ ...request, directory, clock: createClock() })
    },
  }
}

export interface WatchRequest {
  readonly log: Log<Event>
  readonly run: string
  readonly signal: AbortSignal
  readonly clock: Pick<Clock, 'sleep'>
  readonly isDriven: () => Promise<boolean>
}

/** How often it checks for the driver while there are no events. */
const driverLookMs = 1000

/** The current state of the run, and again after every event or change of driver. */
export async function* watchRun(request: WatchRequest): AsyncIterable<Result<Watched, Refusal>> {
  const { log, run, signal, clock } = request
  const read = await readRun(log, run)
  if (!read.ok) return yield read
  let { state } = read.value
  let isDriven = await request.isDriven()
  yield success({ state, entries: read.value.entries, isDriven })
  const batches = log.follow(run, state.seq, signal)[Symbol.asyncIterator]()
  let next = batches.next()
  while (!signal.aborted) {
    const came = await Promise.race([next, clock.sleep(driverLookMs, signal)])
    const was = isDriven
    isDriven = await request.isDriven()
    if (came === undefined) {
      if (was !== isDriven) yield success({ state, entries: [], isDriven })
      continue
    }
    if (came.done === true) return
    if (!came.value.ok) return yield failed(journalRefusal(came.value.failure))
    next = batches.next()
    const entries = came.value.value
    state = runCore.fold(
      state,
      entries.map(({ event }) => event),
    )
    yield success({ state, entries, isDriven })
  }
}

export interface Printed {
  readonly transcript: Transcript
  readonly lines: readonly string[]
}

export interface FollowRequest {
  readonly directory: string
  readonly run: string
  readonly wants: (transcript: Transcript) => boolean
  /** Called before each look: once true, nothing more comes after that look. */
  readonly isOver: () => Promise<boolean>
  readonly clock: Pick<Clock, 'sleep'>
  readonly signal: AbortSignal
}

const lookMs = 250

/** Present output, line by line, and what follows until it is over. */
export async function* followTranscripts(request: FollowRequest): AsyncIterable<Printed> {
  const readers = new Map<string, Reader>()
  for (;;) {
    const isLast = (await request.isOver()) || request.signal.aborted
    for (const transcript of listTranscripts(request.directory, request.run).filter(request.wants)) {
      const reader = readers.get(transcript.file) ?? createReader(request, transcript)
      readers.set(transcript.file, reader)
      for (const lines of reader.read(isLast ? 'to-the-end' : 'whole-lines')) yield { transcript, lines }
    }
    if (isLast) return
    await request.clock.sleep(lookMs, request.signal)
  }
}

interface Reader {
  read(how: 'whole-lines' | 'to-the-end'): Iterable<readonly string[]>
}

/** A longer line is shown in pieces. */
const longestLine = 64 * 1024

function createReader({ directory, run }: FollowRequest, { file }: Transcript): Reader {
  const decoder = new StringDecoder('utf8')
  let from = 0
  let rest = ''
  return {
    *read(how) {
      for (;;) {
        const chunk = readTranscript(directory, run, { file, from })
        if (chunk.length === 0) break
        from += chunk.length
        const lines = (rest + decoder.write(chunk)).split('\n')
        rest = lines.pop() ?? ''
        if (rest.length > longestLine) {
          lines.push(rest)
          rest = ''
        }
        if (lines.length > 0) yield lines
      }
      if (how === 'to-the-end' && rest !== '') {
        yield [rest]
        rest = ''
      }
    },
  }
}
