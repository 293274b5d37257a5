/** The promises of the core (engine.md section 1): total, repeatable, order-free, quiescent, once by key. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryLog, createMemoryStore } from '#testing/memory-log/index.ts'
import { runCore } from '#core/next/core.ts'
import { accept } from '#core/next/accept.ts'
import { boardOf } from '#core/next/derived-state.ts'
import { decide, rules } from '#core/next/decide.ts'
import type { RunState } from '#core/state/state.ts'
import { createActor } from '#engine/actor.ts'
import { runCodec, runStream } from '#engine/streams.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Command } from '#model/command.ts'
import { Event, type EventType } from '#model/event.ts'
import { canonicalJson } from '#model/canonical.ts'
import { Message } from '#model/message.ts'
import { operator, planOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { game, play, wild } from './play.ts'
import { settle, startScript, usual } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

/** The same state as it comes back from a store: keys sorted, nothing undefined. */
function stored(state: RunState): RunState {
  return JSON.parse(canonicalJson(state)) as RunState
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

function everyTurn(numRuns: number, holds: (turn: World['turns'][number], world: World) => void): void {
  fc.assert(
    fc.property(game(200, 'build', 'sprint', 'bug'), (drawn) => {
      const world = play(drawn, wild)
      for (const turn of world.turns) holds(turn, world)
    }),
    { numRuns: runs(numRuns) },
  )
}

describe('a step', { timeout: 120_000 }, () => {
  it('U-01 is total: no message of any kind is ever rejected as a bug, and all events fit the model', () => {
    everyTurn(60, ({ message, events }) => {
      Message.parse(message)
      for (const event of events) {
        expect(event.type).not.toBe('message.rejected')
        Event.parse(event)
      }
    })
  })

  it('U-12 is repeatable: the same state and message give the same events', () => {
    everyTurn(40, ({ before, message, events }) => {
      expect(canonicalJson(runCore.step(before, message))).toBe(canonicalJson(events))
    })
  })

  it('U-12 is order-free: a state that went through a store gives the same events and the same outbox', () => {
    everyTurn(30, ({ before, message, events, after }) => {
      expect(canonicalJson(runCore.step(stored(before), message))).toBe(canonicalJson(events))
      expect(canonicalJson(runCore.open(stored(after)))).toBe(canonicalJson(runCore.open(after)))
    })
  })

  it('U-12 leaves the state it was given as it was: a frozen one serves as well', () => {
    everyTurn(20, ({ before, message, events, after }) => {
      const frozen = freeze(stored(before))
      expect(canonicalJson(runCore.step(frozen, message))).toBe(canonicalJson(events))
      expect(canonicalJson(runCore.fold(frozen, events))).toBe(canonicalJson(after))
    })
  })

  it('U-31 is quiescent: when it is over no rule has anything left to decide', () => {
    everyTurn(60, ({ after }) => expect(decide(after)).toBeUndefined())
  })

  it('U-31 every intent carries the name of the rule that decided it, and no fact does', () => {
    everyTurn(40, ({ before, message, events }) => {
      let state = before
      const facts = accept(before, message).length
      for (const [index, event] of events.entries()) {
        if (index < facts) expect(event.rule).toBeUndefined()
        else {
          const rule = rules.find(({ name }) => name === event.rule)
          state = { ...state, now: Math.max(state.now, message.at) }
          expect({ ...rule?.decide(boardOf(state)), rule: rule?.name }).toEqual(event)
        }
        state = runCore.fold(state, [event])
      }
    })
  })

  it('U-20 (I-4) folding in any portions gives the state of folding from scratch', () => {
    fc.assert(
      fc.property(game(150), fc.array(fc.nat(), { maxLength: 5 }), (drawn, cuts) => {
        const world = play(drawn, wild)
        const events = eventsOf(world)
        const whole = runCore.fold(runCore.initial('toy'), events)
        const at = [0, ...cuts.map((cut) => cut % (events.length + 1)).toSorted((a, b) => a - b), events.length]
        let parts = runCore.initial('toy')
        for (let index = 1; index < at.length; index += 1)
          parts = runCore.fold(stored(parts), events.slice(at[index - 1], at[index]))
        expect(canonicalJson(parts)).toBe(canonicalJson(whole))
        expect(canonicalJson(world.state)).toBe(canonicalJson(whole))
        expect(whole.seq).toBe(events.length)
      }),
      { numRuns: runs(80) },
    )
  })
})

/** All that a message said a second time may add: a note that it was said, or a stop that still stands. */
const notes: readonly EventType[] = [
  'command.refused',
  'attempt.stale',
  'attempt.reported',
  'route.differed',
  'limit.reported',
  'advice.taken',
  'environment.changed',
  'run.reassigned',
  'run.redacted',
  'limits.raised',
  'run.resumed',
  'run.stopped',
]

/**
 * A unit that was opened again and stopped again in the same turn, because a gate still does not hold: the same word finds
 * it stopped once more. That its repetition counts once is the log's promise, by the id of the message.
 */
function stoppedAgain({ message, after, events }: World['turns'][number]): boolean {
  if (message.type !== 'retry' && message.type !== 'reopen') return false
  const isOpened = events.some((event) => event.type === 'unit.reopened')
  return isOpened && after.units[message.unit]?.status === 'stopped'
}

/** One unit whose work changes nothing: the gate says so, within the turn, as often as it is asked. */
function heldAtGate(): World {
  const plan = planOf([unitOf('a')])
  return settle(startScript(), {
    plan,
    answer: (attempt, world) =>
      attempt.path === 'a/implement' ? ({ ...usual(world, attempt, plan), changed: [] } as Outcome) : undefined,
  })
}

describe('a message that comes again', { timeout: 120_000 }, () => {
  it('U-20 a retry that a gate ends in its own turn opens the unit again when it is repeated, and the log lets it count once (I-10)', async () => {
    const world = heldAtGate()
    expect(world.state.units['a']?.status).toBe('stopped')
    const turn = deliver(world, { type: 'retry', ...stamp(world), unit: 'a', by: operator })
    expect(stoppedAgain(turn)).toBe(true)
    expect(runCore.step(turn.after, turn.message)[0]?.type).toBe('unit.reopened')

    const log = createMemoryLog(createMemoryStore(), runCodec)
    const writer = await log.claim('toy')
    if (!writer.ok) throw new Error(writer.failure.why)
    const actor = createActor({ stream: runStream, writer: writer.value, state: runCore.initial('toy'), offer() {} })
    for (const { message } of world.turns) await actor.post(message)
    await actor.post(turn.message)
    await actor.post(turn.message)
    const entries = await log.read('toy', 0)
    const opened = entries.ok ? entries.value.filter(({ event }) => event.type === 'unit.reopened') : []
    expect(opened).toHaveLength(1)
    expect(actor.view()).toEqual(world.state)
    await log.close()
  })

  it('U-20 changes no open command, and leaves at most a note', () => {
    everyTurn(60, (turn) => {
      if (stoppedAgain(turn)) return
      const { after, message } = turn
      const again = runCore.step(after, message)
      for (const event of again) expect(notes).toContain(event.type)
      expect(runCore.open(runCore.fold(after, again))).toEqual(runCore.open(after))
    })
  })

  it('U-20 (I-12) an outcome counts only while its key is open; otherwise it is stale and changes nothing but the bill', () => {
    everyTurn(80, ({ before, message, events, after }) => {
      if (message.type !== 'attempt.finished') return
      const isOpen = runCore
        .open(before)
        .some((command) => command.key === message.key && (command.kind === 'attempt' || command.kind === 'tidy'))
      const first = events[0]?.type
      if (isOpen) return expect(['attempt.finished', 'tidying.finished', 'attempt.stale']).toContain(first)
      expect(events.map(({ type }) => type)).toEqual(['attempt.stale'])
      const unbilled = (units: RunState['units']) =>
        Object.values(units).map((unit) => ({ ...unit, tokens: 0, costMicros: 0 }))
      const rest = (state: RunState): unknown => ({
        ...state,
        seq: 0,
        now: 0,
        spent: undefined,
        units: unbilled(state.units),
      })
      expect(rest(after)).toEqual(rest(before))
    })
  })

  it('U-20 keys are never used again, and a key means the same for ever', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        const world = play(drawn, wild)
        const intended = eventsOf(world).flatMap((event) => {
          if (event.type === 'question.asked') return [event.question.key]
          const isIntent =
            event.type === 'attempt.intended' ||
            event.type === 'stop.intended' ||
            event.type === 'tidying.intended' ||
            event.type === 'capacity.asked'
          return isIntent ? [event.key] : []
        })
        expect(intended.filter((key, index) => intended.indexOf(key) !== index)).toEqual([])
        expectOneMeaning(world)
      }),
      { numRuns: runs(80) },
    )
  })
})

function expectOneMeaning(world: World): void {
  const meanings = new Map<string, string>()
  for (const { after } of world.turns) {
    for (const command of runCore.open(after)) {
      const meaning = canonicalJson(withoutKeep(command))
      expect(meanings.get(command.key) ?? meaning).toBe(meaning)
      meanings.set(command.key, meaning)
    }
  }
}

/** Which trees are kept is read when tidying is done, from the state as it is then. */
function withoutKeep(command: Command): unknown {
  return command.kind === 'tidy' ? { ...command, keep: [] } : command
}
