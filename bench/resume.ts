/**
 * `resume`: opens a log, becomes its writer, reads and folds, for runs of three lengths. The cost per event must not
 * grow.
 */
import { runCore } from '../packages/forge/src/core/next/core.ts'
import type { Event } from '../packages/forge/src/model/event.ts'
import { runCodec } from '../packages/forge/src/engine/streams.ts'
import { eventsOf } from './log/run.ts'
import { inScratch, median, openLog, round } from './log/scratch.ts'

const sizes = [1000, 10_000, 100_000] as const

export async function benchResume(): Promise<unknown> {
  const events = eventsOf('r', Math.max(...sizes))
  const rows = []
  for (const size of sizes) rows.push(await inScratch((directory) => measure(directory, events.slice(0, size))))
  const [small, , large] = rows
  return {
    bench: 'resume',
    growth: round((large?.microsPerEvent ?? 0) / (small?.microsPerEvent ?? 1)),
    goal: 1.2,
    rows,
  }
}

async function measure(directory: string, events: readonly Event[]) {
  await write(directory, events)
  const rounds = Math.max(3, Math.min(15, Math.round(30_000 / events.length)))
  const times: number[] = []
  for (let index = 0; index < rounds; index += 1) times.push(await resumeMs(directory, events.length))
  const ms = median(times)
  return { events: events.length, ms: round(ms), microsPerEvent: round((ms * 1000) / events.length) }
}

async function write(directory: string, events: readonly Event[]): Promise<void> {
  const log = await openLog(directory, runCodec)
  const writer = await log.claim('r')
  if (!writer.ok) throw new Error(JSON.stringify(writer.failure))
  for (let since = 0; since < events.length; since += 500) {
    const turn = { events: events.slice(since, since + 500), opened: [], closed: [], timers: [], summary: {} }
    const turned = await writer.value.turn(since, `write ${since}`, () => turn)
    if (!turned.ok) throw new Error(JSON.stringify(turned.failure))
  }
  await log.close()
}

/** The work of a driver before its first turn. */
async function resumeMs(directory: string, expected: number): Promise<number> {
  const start = performance.now()
  const log = await openLog(directory, runCodec)
  const writer = await log.claim('r')
  const entries = await log.read('r', 0)
  if (!writer.ok || !entries.ok) throw new Error('the log does not answer')
  const state = runCore.fold(
    runCore.initial('r'),
    entries.value.map(({ event }) => event),
  )
  const spent = performance.now() - start
  await log.close()
  if (state.seq !== expected) throw new Error(`${state.seq} events instead of ${expected}`)
  return spent
}
