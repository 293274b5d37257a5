/**
 * `engine`: steps through the actor and the SQLite log ÷ raw appends of the same bytes with one fdatasync each. A step
 * is one turn: an outcome comes in, the next intent is made durable with it. In sequence, and 100 runs at once. The
 * goals are those of the engine, measured with a stream that only steps; the cost of the reducer of runs is reported
 * beside it.
 */
import { runCore } from '../packages/forge/src/core/next/core.ts'
import type { RunState } from '../packages/forge/src/core/state/state.ts'
import { createActor, type Stream } from '../packages/forge/src/engine/actor.ts'
import type { Codec, Log } from '../packages/forge/src/engine/ports.ts'
import { runCodec, runStream } from '../packages/forge/src/engine/streams.ts'
import type { Event } from '../packages/forge/src/model/event.ts'
import type { Message } from '../packages/forge/src/model/message.ts'
import {
  initialPlain,
  plainCodec,
  plainStream,
  type PlainEvent,
  type PlainMessage,
  type PlainState,
} from './log/plain.ts'
import { nextStep, openingMessages } from './log/run.ts'
import { inScratch, median, openLog, rawAppendMs, round } from './log/scratch.ts'

const rounds = 5

/** A kind of stream and how it is stepped. */
interface Steps<S extends { readonly seq: number }, M extends { readonly id: string }, E> {
  readonly stream: Stream<S, M, E>
  readonly codec: Codec<E>
  readonly initial: (run: string) => S
  readonly opening: () => readonly M[]
  readonly next: (state: S) => M
}

const plain: Steps<PlainState, PlainMessage, PlainEvent> = {
  stream: plainStream,
  codec: plainCodec,
  initial: initialPlain,
  opening: () => [{ id: 'start' }],
  next: (state) => ({ id: `${state.open ?? ''}:end` }),
}

const ofRuns: Steps<RunState, Message, Event> = {
  stream: runStream,
  codec: runCodec,
  initial: (run) => runCore.initial(run),
  opening: openingMessages,
  next: nextStep,
}

export async function benchEngine(): Promise<unknown> {
  const engine = await benchSteps(plain)
  const withRuns = await benchSteps(ofRuns)
  return {
    bench: 'engine',
    rounds,
    sequence: { ...engine.sequence, goal: 3 },
    parallel: { ...engine.parallel, goal: 0.3 },
    withRunReducer: withRuns,
  }
}

async function benchSteps<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  steps: Steps<S, M, E>,
) {
  // The first steps of a process are compiled while they run, so they are not measured.
  await inScratch((directory) => measure(directory, steps, { runs: 10, each: 20 }))
  const inSequence: Ratio[] = []
  const atOnce: Ratio[] = []
  for (let index = 0; index < rounds; index += 1) {
    inSequence.push(await inScratch((directory) => measure(directory, steps, { runs: 1, each: 1000 })))
    atOnce.push(await inScratch((directory) => measure(directory, steps, { runs: 100, each: 10 })))
  }
  return { sequence: summary(inSequence), parallel: summary(atOnce) }
}

interface Ratio {
  readonly ratio: number
  readonly stepMs: number
  readonly rawMs: number
}

function summary(ratios: readonly Ratio[]): Ratio {
  const of = (name: keyof Ratio): number => round(median(ratios.map((ratio) => ratio[name])))
  return { ratio: of('ratio'), stepMs: of('stepMs'), rawMs: of('rawMs') }
}

async function measure<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  directory: string,
  steps: Steps<S, M, E>,
  { runs, each }: { readonly runs: number; readonly each: number },
): Promise<Ratio> {
  const log = await openLog(directory, steps.codec)
  const actors = []
  for (let index = 0; index < runs; index += 1) actors.push(await startedActor(log, `r${index}`, steps))
  const begin = actors.map((actor) => actor.view().seq)
  const start = performance.now()
  await Promise.all(
    actors.map(async (actor) => {
      for (let step = 0; step < each; step += 1) await post(actor, steps.next(actor.view()))
    }),
  )
  const spent = performance.now() - start
  const texts: string[] = []
  for (const [index, seq] of begin.entries())
    texts.push(...(await turnTexts(log, steps.codec, { run: `r${index}`, seq })))
  await log.close()
  if (texts.length !== runs * each) throw new Error(`${texts.length} turns instead of ${runs * each}`)
  // The disk is shared and its speed varies: the floor is measured twice.
  const raw = (rawAppendMs(directory, texts) + rawAppendMs(directory, texts)) / 2
  return { ratio: spent / raw, stepMs: spent / texts.length, rawMs: raw / texts.length }
}

async function startedActor<S extends { readonly seq: number }, M extends { readonly id: string }, E>(
  log: Log<E>,
  run: string,
  steps: Steps<S, M, E>,
) {
  const writer = await log.claim(run)
  if (!writer.ok) throw new Error(JSON.stringify(writer.failure))
  const state = steps.initial(run)
  const actor = createActor({ stream: steps.stream, writer: writer.value, state, offer: () => undefined })
  for (const message of steps.opening()) await post(actor, message)
  return actor
}

async function post<M>(actor: { post(message: M): Promise<{ readonly ok: boolean }> }, message: M): Promise<void> {
  const posted = await actor.post(message)
  if (!posted.ok) throw new Error(JSON.stringify(posted))
}

/** The events of each turn after `seq`, as the log stores them. */
async function turnTexts<E>(
  log: Log<E>,
  codec: Codec<E>,
  { run, seq }: { readonly run: string; readonly seq: number },
): Promise<string[]> {
  const entries = await log.read(run, seq)
  if (!entries.ok) throw new Error(JSON.stringify(entries.failure))
  const turns = new Map<string, string>()
  for (const { messageId, event } of entries.value)
    turns.set(messageId, `${turns.get(messageId) ?? ''}${codec.encode(event)}\n`)
  return [...turns.values()]
}
