/**
 * `engine`: steps through the actor and the SQLite log ÷ raw appends of the same bytes with one fdatasync each. A step is
 * one turn: an outcome comes in, the next intent is made durable with it. In sequence, and 100 runs at once.
 */
import { createActor, type Actor } from '../packages/forge/src/engine/actor.ts'
import type { Log } from '../packages/forge/src/engine/ports.ts'
import { runCodec, runStream } from '../packages/forge/src/engine/streams.ts'
import { runCore } from '../packages/forge/src/core/next/core.ts'
import type { RunState } from '../packages/forge/src/core/state/state.ts'
import type { Event } from '../packages/forge/src/model/event.ts'
import type { Message } from '../packages/forge/src/model/message.ts'
import { nextStep, openingMessages } from './log/run.ts'
import { inScratch, median, openLog, rawAppendMs, round } from './log/scratch.ts'

type RunActor = Actor<RunState, Message>

const rounds = 5

export async function benchEngine(): Promise<unknown> {
  // The first steps of a process are compiled while they run; they are nobody's figure.
  await inScratch((directory) => measure(directory, 10, 20))
  const inSequence: Ratio[] = []
  const atOnce: Ratio[] = []
  for (let index = 0; index < rounds; index += 1) {
    inSequence.push(await inScratch((directory) => measure(directory, 1, 1000)))
    atOnce.push(await inScratch((directory) => measure(directory, 100, 10)))
  }
  return { bench: 'engine', rounds, sequence: summary(inSequence, 3), parallel: summary(atOnce, 0.3) }
}

interface Ratio {
  readonly ratio: number
  readonly stepMs: number
  readonly rawMs: number
}

function summary(ratios: readonly Ratio[], goal: number) {
  const of = (name: keyof Ratio): number => round(median(ratios.map((ratio) => ratio[name])))
  return { ratio: of('ratio'), goal, stepMs: of('stepMs'), rawMs: of('rawMs') }
}

/** Drives `count` runs at once, `steps` steps each. */
async function measure(directory: string, count: number, steps: number): Promise<Ratio> {
  const log = await openLog(directory)
  const actors: RunActor[] = []
  for (let index = 0; index < count; index += 1) actors.push(await startedActor(log, `r${index}`))
  const begin = actors.map((actor) => actor.view().seq)
  const start = performance.now()
  await Promise.all(actors.map((actor) => drive(actor, steps)))
  const spent = performance.now() - start
  const texts: string[] = []
  for (const [index, seq] of begin.entries()) texts.push(...(await turnTexts(log, `r${index}`, seq)))
  await log.close()
  if (texts.length !== count * steps) throw new Error(`${texts.length} turns instead of ${count * steps}`)
  // The disk is shared and its mood changes: the floor is measured twice.
  const raw = (rawAppendMs(directory, texts) + rawAppendMs(directory, texts)) / 2
  return { ratio: spent / raw, stepMs: spent / texts.length, rawMs: raw / texts.length }
}

async function startedActor(log: Log<Event>, run: string): Promise<RunActor> {
  const writer = await log.claim(run)
  if (!writer.ok) throw new Error(JSON.stringify(writer.failure))
  const actor = createActor({
    stream: runStream,
    writer: writer.value,
    state: runCore.initial(run),
    offer: () => undefined,
  })
  for (const message of openingMessages()) await post(actor, message)
  return actor
}

async function drive(actor: RunActor, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await post(actor, nextStep(actor.view()))
}

async function post(actor: RunActor, message: Message): Promise<void> {
  const posted = await actor.post(message)
  if (!posted.ok) throw new Error(JSON.stringify(posted.failure))
}

/** The events of each turn after `since`, as the log stores them. */
async function turnTexts(log: Log<Event>, run: string, since: number): Promise<string[]> {
  const entries = await log.read(run, since)
  if (!entries.ok) throw new Error(JSON.stringify(entries.failure))
  const turns = new Map<string, string>()
  for (const { messageId, event } of entries.value)
    turns.set(messageId, `${turns.get(messageId) ?? ''}${runCodec.encode(event)}\n`)
  return [...turns.values()]
}
