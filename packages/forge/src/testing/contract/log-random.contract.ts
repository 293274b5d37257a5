/**
 * Random contract: a list of numbers is a program of claims, turns, queued messages, closings and openings on two logs
 * of one store; every result and, after each settling, the whole store must match the model.
 */
import assert from 'node:assert/strict'
import type { Log, LogStop, Turn, Writer } from '#engine/ports.ts'
import type { Result } from '#model/result.ts'
import type { ContractKit } from './kit.ts'
import { assertChain } from './log-append.contract.ts'
import type { MakeHarness, Note, Room } from './log-harness.ts'
import { claimed, granted, inRoom, note, textsOf, turnOf } from './log-harness.ts'
import type { Expected, ModelRun, ModelTurn, ModelWriter } from './log-model.ts'
import { createModelRun, expectLeave, expectTurn, LARGE } from './log-model.ts'

export function randomContract({ describe, it, property }: ContractKit, makeHarness: MakeHarness): void {
  describe('random programs', () => {
    it('I-1 I-2 I-9 I-10 I-11 answer and hold what the model says', () =>
      property((choices) => inRoom(makeHarness, (room) => runProgram(room, choices))()))
  })
}

type Take = (below: number) => number

interface Holder {
  readonly real: Writer<Note>
  readonly model: ModelWriter
  readonly log: number
}

interface World {
  readonly room: Room
  readonly take: Take
  readonly logs: Log<Note>[]
  readonly runs: Map<string, ModelRun>
  writers: Holder[]
  /** Turns and messages of the current tick, all on one log: their order is only promised there. */
  pending: Promise<void>[]
  pendingLog: number
}

const RUNS = ['run-a', 'run-b'] as const

async function runProgram(room: Room, choices: readonly number[]): Promise<void> {
  let place = 0
  const world: World = {
    room,
    take: (below) => (choices[place++] ?? 0) % below,
    logs: [await room.open(), await room.open()],
    runs: new Map(),
    writers: [],
    pending: [],
    pendingLog: 0,
  }
  while (place < choices.length) await runStep(world)
  await settle(world)
}

/** Most steps are turns; a claim, a closing or a settling now and then. */
async function runStep(world: World): Promise<void> {
  const step = world.take(16)
  if (step === 0 || world.writers.length === 0) await claim(world)
  else if (step === 1) await reopen(world)
  else if (step <= 3) await settle(world)
  else if (step <= 6) await leave(world)
  else await turn(world)
}

async function claim(world: World): Promise<void> {
  await settle(world)
  const log = world.take(2)
  const name = pick(world.take, RUNS)
  const run = world.runs.get(name) ?? createModelRun()
  world.runs.set(name, run)
  run.epoch += 1
  const real = await claimed(at(world.logs, log), name)
  assert.equal(real.epoch, run.epoch)
  world.writers.push({ real, model: { run, epoch: run.epoch }, log })
}

async function reopen(world: World): Promise<void> {
  await settle(world)
  const log = world.take(2)
  await at(world.logs, log).close()
  world.writers = world.writers.filter((writer) => writer.log !== log)
  world.logs[log] = await world.room.open()
}

async function leave(world: World): Promise<void> {
  const log = world.take(2)
  if (log !== world.pendingLog) await settle(world)
  world.pendingLog = log
  const name = pick(world.take, RUNS)
  const id = `m${world.take(12)}`
  const run = world.runs.get(name)
  if (run === undefined) return
  expectLeave(run, id)
  world.pending.push(at(world.logs, log).leave(name, { id, body: id }).then(granted))
}

async function turn(world: World): Promise<void> {
  const { real, model, log } = pick(world.take, world.writers)
  if (log !== world.pendingLog) await settle(world)
  world.pendingLog = log
  const request = chooseTurn(world.take, model.run)
  const expected = expectTurn(model, request)
  const answer = real.turn(request.since, request.messageId, () => {
    if (request.made === 'throws') throw new Error('chosen to throw')
    return request.made
  })
  world.pending.push(compare(answer.then(textsOrStop), expected))
}

function chooseTurn(take: Take, run: ModelRun): ModelTurn {
  const since = take(run.entries.length + 1)
  const messageId = `m${take(12)}`
  const kind = take(24)
  if (kind === 0) return { since, messageId, made: 'throws' }
  if (kind === 1) return { since, messageId, made: turnOf([], { events: [note('x'.repeat(LARGE))] }) }
  const texts = Array.from({ length: take(3) }, (_, n) => `${messageId}.${n}`)
  return { since, messageId, made: turnOf(texts, chooseRest(take, run)) }
}

function chooseRest(take: Take, run: ModelRun): Partial<Turn<Note>> {
  const held = [...run.openByPath.values()]
  const key = take(5) === 0 ? 'k0' : `k${run.keys.size}`
  return {
    closed: held.filter(() => take(2) === 0),
    opened: take(3) === 0 ? [{ path: `u/${take(2)}`, key }] : [],
    timers: Array.from({ length: take(3) }, (_, n) => ({ key: `t${n}`, dueAt: take(100) })),
    summary: take(10),
  }
}

/** Waits for the current tick, then compares the whole store with the model. */
async function settle(world: World): Promise<void> {
  await Promise.all(world.pending.splice(0))
  for (const log of world.logs) {
    const rows = granted(await log.summaries())
    assert.deepEqual(
      rows.map(({ run, seq, epoch, summary, wakeAt }) => ({ run, seq, epoch, summary, wakeAt })),
      [...world.runs]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([run, { entries, epoch, summary, wakeAt }]) => ({ run, seq: entries.length, epoch, summary, wakeAt })),
    )
    for (const [name, run] of world.runs) await compareRun(log, name, run)
  }
}

async function compareRun(log: Log<Note>, name: string, run: ModelRun): Promise<void> {
  const entries = granted(await log.read(name, 0))
  assert.deepEqual(
    entries.map(({ messageId, epoch, event }) => ({ messageId, epoch, text: event.text })),
    run.entries,
  )
  assertChain(name, entries)
  assert.deepEqual(
    granted(await log.inbox(name)).map(({ id }) => id),
    run.inbox,
  )
}

function textsOrStop(result: Result<Parameters<typeof textsOf>[0], LogStop>): Expected {
  return result.ok ? { texts: textsOf(result.value) } : { stop: result.failure.why }
}

async function compare(answer: Promise<Expected>, expected: Expected): Promise<void> {
  assert.deepEqual(await answer.catch(() => 'throws'), expected)
}

function pick<T>(take: Take, items: readonly T[]): T {
  return at(items, take(items.length))
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  assert.ok(item !== undefined)
  return item
}
