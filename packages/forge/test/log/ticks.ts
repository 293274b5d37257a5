/** What the fault tests write: in each tick every run gets one turn of two events, all in one transaction. */
import assert from 'node:assert/strict'
import { openSqliteLog } from '#adapters/log/sqlite/log.ts'
import type { Codec, LogStop, Turn } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import { failed, success } from '#model/result.ts'

export interface Tick {
  readonly tick: number
  readonly part: number
  readonly pad: string
}

export const RUNS = ['run-a', 'run-b', 'run-c'] as const

export const tickCodec: Codec<Tick> = {
  encode: (event) => canonicalJson(event),
  decode(text) {
    try {
      return success(JSON.parse(text) as Tick)
    } catch (error) {
      return failed({ why: 'invalid', detail: raw(String(error)) })
    }
  },
}

export function turnOfTick(run: string, tick: number): Turn<Tick> {
  const path = 'unit/build'
  return {
    events: [1, 2].map((part) => ({ tick, part, pad: `${run} tick ${tick} ${'.'.repeat(60)}` })),
    opened: [{ path, key: `${run}/${path}#${tick}` }],
    closed: [`${run}/${path}#${tick - 1}`],
    timers: [{ key: `${run}/timer`, dueAt: tick }],
    summary: { tick },
  }
}

/** What is in a journal, and everything that is wrong with it. */
export interface Findings {
  readonly ticks: number
  readonly violations: readonly string[]
}

/**
 * Opens the journal as a later start would: every run whole and at the same tick, between what was acknowledged and one
 * transaction more, and ready to go on.
 */
export async function examine(directory: string, acked: number): Promise<Findings> {
  const opened = await openSqliteLog(directory, tickCodec)
  if (!opened.ok) return { ticks: 0, violations: [`a later start cannot open: ${JSON.stringify(opened.failure)}`] }
  const log = opened.value
  const violations: string[] = []
  const found: number[] = []
  try {
    for (const run of RUNS) {
      const entries = await log.read(run, 0)
      if (!entries.ok) violations.push(`${run} cannot be read: ${JSON.stringify(entries.failure)}`)
      found.push(entries.ok ? entries.value.length / 2 : 0)
    }
    const ticks = found[0] ?? 0
    if (new Set(found).size !== 1) violations.push(`a transaction is there in part: ${found.join(' ')}`)
    if (ticks < acked) violations.push(`${acked} acknowledged, ${ticks} there`)
    if (ticks > acked + 1) violations.push(`${acked} acknowledged, ${ticks} there: more than one transaction too many`)
    if (violations.length === 0) violations.push(...(await goOn(log, ticks)))
    return { ticks, violations }
  } finally {
    await log.close()
  }
}

async function goOn(log: Awaited<ReturnType<typeof openLog>>, ticks: number): Promise<readonly string[]> {
  const stops: LogStop[] = []
  for (const run of RUNS) {
    const writer = await log.claim(run)
    if (!writer.ok) stops.push(writer.failure)
    else {
      // The last message again must change nothing, the next one must be taken.
      const again =
        ticks === 0 ? success([]) : await writer.value.turn(ticks * 2, `tick ${ticks}`, () => turnOfTick(run, ticks))
      if (again.ok && again.value.length > 0) return [`${run}: tick ${ticks} was taken twice`]
      const next = await writer.value.turn(ticks * 2, `tick ${ticks + 1}`, () => turnOfTick(run, ticks + 1))
      if (!next.ok) stops.push(next.failure)
    }
  }
  return stops.map((stop) => `a later start cannot go on: ${JSON.stringify(stop)}`)
}

export async function openLog(directory: string, busyMs = 5000) {
  const opened = await openSqliteLog(directory, tickCodec, { busyMs })
  assert.ok(opened.ok, JSON.stringify(opened))
  return opened.value
}

/** A closed journal with so many ticks. */
export async function makeJournal(directory: string, ticks: number): Promise<void> {
  const log = await openLog(directory)
  for (const run of RUNS) {
    const writer = await log.claim(run)
    assert.ok(writer.ok)
    for (let tick = 1; tick <= ticks; tick += 1) {
      const result = await writer.value.turn(0, `tick ${tick}`, () => turnOfTick(run, tick))
      assert.ok(result.ok)
    }
  }
  await log.close()
}
