/** Everything ends: the caps hold under any policy, and every stop leaves a way forward that works. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw, containsMessage, type Said } from '#messages/said.ts'
import { runCore } from '#core/next/core.ts'
import { splitPath } from '#model/node-path.ts'
import type { Failure } from '#model/failure.ts'
import type { UnitState } from '#core/state/state.ts'
import type { Message } from '#model/message.ts'
import { failures, grantMessage, operator, planOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { nextMessage, type Habits } from './habits.ts'
import { cursed, game, play, wild, type Game } from './play.ts'
import { failing, settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, trail, type World } from './world.ts'

/** Plays on until there is nothing left to say; the number of messages it took. */
function exhaust(world: World, habits: Habits): number {
  for (let said = 0; said < 20_000; said += 1) {
    const message = nextMessage(world, habits)
    if (message === undefined) return said
    deliver(world, message)
  }
  throw new Error('it never ends')
}

const dispatchesPerUnit = (world: World): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const event of eventsOf(world)) {
    if (event.type !== 'attempt.intended') continue
    const [unit] = splitPath(event.path)
    counts.set(unit, (counts.get(unit) ?? 0) + 1)
  }
  return counts
}

type Counters = Readonly<Record<string, number>>

/** Every counter of a unit, by phase and input. */
function countersOf(unit: UnitState | undefined): Counters {
  const all: Record<string, number> = { dispatches: unit?.dispatches ?? 0 }
  for (const [name, phase] of Object.entries(unit?.phases ?? {})) {
    for (const kind of ['failedAttempts', 'revisions', 'repairs', 'tiersUp', 'otherModels'] as const)
      all[`${name} ${kind}`] = phase[kind] ?? 0
    for (const [input, counts] of Object.entries(phase.inputs))
      for (const [kind, count] of Object.entries(counts)) all[`${name} ${input} ${kind}`] = Number(count)
  }
  return all
}

/** Counters that went down. */
function risen(before: UnitState | undefined, after: UnitState | undefined): string[] {
  const now = countersOf(after)
  return Object.entries(countersOf(before)).flatMap(([name, count]) => ((now[name] ?? 0) < count ? [name] : []))
}

/** Counters that are beyond what the run allows. */
function overspent({ spec, units }: World['state']): string[] {
  const budget = spec?.budget
  if (budget === undefined) return ['no budget']
  return Object.values(units).flatMap((unit) => {
    const repairs = Object.values(unit.phases).reduce((sum, phase) => sum + (phase.repairs ?? 0), 0)
    const found = Object.entries(countersOf(unit)).filter(([name, count]) => {
      const kind = name.split(' ').at(-1) as keyof typeof budget
      return kind in budget && count > (budget[kind] ?? 0)
    })
    return [
      ...found.map(([name]) => `${unit.spec.id} ${name}`),
      ...(repairs > (budget.repairs ?? 0) ? ['repairs'] : []),
    ]
  })
}

function isToRaise(why: Said): boolean {
  return containsMessage(why, 'unit.lifetimeUsedUp') || containsMessage(why, 'unit.limitReachedRaiseFirst')
}

describe('the caps', { timeout: 120_000 }, () => {
  it('U-05 R-42 (I-31) end every run whose attempts fail for ever, within its limits', () => {
    const troubles = fc.record({ fail: fc.nat(30), mislead: fc.nat(30), finish: fc.nat(20), report: fc.nat(2) })
    fc.assert(
      fc.property(game(1), troubles, (drawn, habits) => {
        const world = play(drawn, cursed)
        const said = exhaust(world, { ...habits, report: 0, fail: habits.fail + 1, ring: 20, grant: 20, approve: 10 })
        expect(['finished', 'stopped']).toContain(world.state.status)
        const { dispatches, unitDispatches } = world.state.limits
        expect(world.state.spent.dispatches).toBeLessThanOrEqual(dispatches)
        for (const count of dispatchesPerUnit(world).values()) expect(count).toBeLessThanOrEqual(unitDispatches)
        expect(said).toBeLessThan(20 + dispatches * 8)
      }),
      { numRuns: runs(150) },
    )
  })

  it('U-05 R-42 R-46 hold whatever is said: no word, plan or lost performance resets a count', () => {
    const noRaise = { ...wild, raise: 0, edit: 3, retry: 8, reopen: 8, report: 4 }
    fc.assert(
      fc.property(game(400), (drawn) => {
        const world = play(drawn, noRaise)
        const { dispatches, unitDispatches } = drawn.settings.limits ?? { dispatches: 0, unitDispatches: 0 }
        const counts = dispatchesPerUnit(world)
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(unitDispatches)
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(dispatches)
        for (const { before, after } of trail(world)) {
          expect(after.spent.dispatches).toBeGreaterThanOrEqual(before.spent.dispatches)
          for (const id of before.order)
            expect(after.units[id]?.dispatches).toBeGreaterThanOrEqual(before.units[id]?.dispatches ?? 0)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('U-05 counters of every kind only rise, within the budget, and no path resets one but a new unit in its place', () => {
    const troubled = { ...wild, fail: 25, mislead: 10, retry: 8, reopen: 8, raise: 0, cancel: 0, edit: 0 }
    fc.assert(
      fc.property(game(300), (drawn) => {
        for (const { event, before, after } of trail(play(drawn, troubled))) {
          expect(after.replans ?? 0).toBeGreaterThanOrEqual(before.replans ?? 0)
          expect(after.replans ?? 0).toBeLessThan(after.spec?.budget.iterations ?? 5)
          const replaced = event.type === 'graph.changed' ? event.replace.map(({ id }) => id) : []
          for (const id of before.order) {
            if (replaced.includes(id)) continue
            expect(risen(before.units[id], after.units[id])).toEqual([])
          }
          if (event.type === 'recovery.chosen') expect(overspent(after)).toEqual([])
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('U-05 (I-31) ceilings of money, tokens and time are looked at before each dispatch', () => {
    const ceilings = fc.record(
      { costMicros: fc.nat(3000), tokens: fc.nat(400), activeMs: fc.nat(6_000_000) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(game(200), ceilings, (drawn, limits) => {
        const settings = {
          ...drawn.settings,
          limits: { dispatches: 1000, unitDispatches: 40, ...limits },
        } as Game['settings']
        for (const { event, before } of trail(play({ ...drawn, settings }, { ...wild, raise: 0 }))) {
          if (event.type !== 'attempt.intended') continue
          for (const [name, limit] of Object.entries(limits))
            expect(before.spent[name as keyof typeof limits]).toBeLessThan(limit)
        }
      }),
      { numRuns: runs(80) },
    )
  })
})

type Remedies = 'raise' | 'resume' | 'retry' | 'reopen'

/** What a person would say who does as a remedy of the run, or of a unit, tells. */
function followed(world: World, word: string, unit: string | undefined): Message[] {
  const raise: Message = {
    type: 'raise',
    ...stamp(world),
    by: operator,
    limits: { dispatches: 5000, unitDispatches: 500 },
  }
  const reason = 'do it in another way'
  const again: Message[] = unit === undefined ? [] : [{ type: 'retry', ...stamp(world), unit, by: operator }]
  const anew: Message[] = unit === undefined ? [] : [{ type: 'reopen', ...stamp(world), unit, by: operator, reason }]
  const words: Record<Remedies, Message[]> = {
    raise: [raise, ...again],
    resume: [{ type: 'resume', ...stamp(world), by: operator }],
    retry: again,
    reopen: anew,
  }
  return words[word as Remedies]
}

describe('a stop', { timeout: 120_000 }, () => {
  it('R-47 always names a remedy, of the run and of each unit', () => {
    fc.assert(
      fc.property(game(250), fc.constantFrom(wild, cursed), (drawn, habits) => {
        for (const { after } of trail(play(drawn, habits))) {
          if (after.status === 'stopped') expect(after.remedy?.hint).toSay(/./)
          for (const id of after.order)
            if (after.units[id]?.status === 'stopped') expect(after.units[id].stop?.remedy.hint).toSay(/./)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('R-47 the remedy works: a unit that stopped goes on when one does what it says, even after the run has ended', () => {
    fc.assert(
      fc.property(game(250), fc.constantFrom(wild, cursed), (drawn, habits) => {
        const world = play(drawn, { ...habits, cancel: 0 })
        const unit = world.state.order.find((id) => world.state.units[id]?.status === 'stopped')
        if (unit === undefined) return
        const word = world.state.units[unit]?.stop?.remedy.word ?? ''
        const refusals = followed(world, word, unit).flatMap((message) =>
          deliver(world, message).events.filter(({ type }) => type === 'command.refused'),
        )
        // A unit may have stopped for its own reason with the last dispatch of its life; the refusal says what is missing.
        if (refusals.some((event) => event.type === 'command.refused' && isToRaise(event.why))) {
          for (const message of [...followed(world, 'raise', undefined), ...followed(world, word, unit)])
            deliver(world, message)
        }
        expect(world.state.units[unit]?.status).toBe('open')
        expect(world.state.status === 'running' || world.state.remedy !== undefined).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })

  it('R-47 a run that stopped for want of an agent program tries again when it is resumed', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), answer: () => failing(failures.unavailable) })
    expect(world.state).toMatchObject({
      status: 'stopped',
      reason: 'Forge could not start the agent 3 times in a row: no agent program',
      remedy: { word: 'resume' },
    })
    expect(eventsOf(world).filter(({ type }) => type === 'attempt.intended')).toHaveLength(3)
    deliver(world, { type: 'resume', ...stamp(world), by: operator })
    settle(world, { plan: planOf([unitOf('a')]) })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done' })
  })

  it('F-41 a program that is not there, or does not understand Forge, is started once; resumed, it is tried again', () => {
    const missing: Failure = { tag: 'unavailable', what: raw('no agent program'), lasts: 'yes' }
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), answer: () => failing(missing) })
    expect(world.state).toMatchObject({
      status: 'stopped',
      reason: 'Forge cannot start the agent: no agent program',
      remedy: { word: 'resume' },
    })
    expect(eventsOf(world).filter(({ type }) => type === 'attempt.intended')).toHaveLength(1)
    deliver(world, { type: 'resume', ...stamp(world), by: operator })
    settle(world, { plan: planOf([unitOf('a')]) })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done' })
  })

  it('R-47 a unit that used up its life is retried after the limit is raised, though the run has finished', () => {
    const settings = { limits: { dispatches: 1000, unitDispatches: 6 } }
    const world = settle(startScript(settings), {
      plan: planOf([unitOf('a')]),
      // The ref was gone, and is made again where the journal has it.
      answer: ({ phase }, { state }) =>
        phase === 'merge' ? failing({ tag: 'moved', tip: state.tip as string }) : undefined,
    })
    expect(world.state).toMatchObject({
      status: 'finished',
      outcome: 'failed',
      units: { a: { stop: { remedy: { word: 'raise' } } } },
    })
    for (const message of followed(world, 'raise', 'a')) deliver(world, message)
    settle(world, { plan: planOf([unitOf('a')]) })
    expect(world.state).toMatchObject({ status: 'finished', units: { a: { status: 'done' } } })
  })

  it('R-47 an agent may not raise the limits that hold it', () => {
    const world = startScript()
    const { events } = deliver(world, {
      type: 'raise',
      ...stamp(world),
      by: { kind: 'agent', name: 'worker' },
      limits: { dispatches: 9999, unitDispatches: 999 },
    })
    expect(events.map(({ type }) => type)).toEqual(['command.refused'])
  })
})

describe('what makes no progress', () => {
  it('R-46 is tried again later each time, and then stopped', () => {
    const world = settle(startScript(), {
      plan: planOf([unitOf('a')]),
      answer: ({ phase }) => (phase === 'implement' ? failing(failures.crash) : undefined),
    })
    const waits = eventsOf(world).flatMap((event) =>
      event.type === 'recovery.chosen' ? [(event.wakeAt ?? event.at) - event.at] : [],
    )
    expect(waits).toEqual([2000, 4000])
    expect(world.state.units['a']?.stop?.reason).toEqual('crash in 3 attempts')
  })
})

describe('the outbox', { timeout: 120_000 }, () => {
  it('R-46 empties: once everything is answered nothing stays open but questions to people', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        const world = play(drawn, wild)
        world.clock += 10 ** 8
        exhaust(world, { finish: 20, ring: 20, grant: 10, handOver: 20 })
        deliver(world, grantMessage(stamp(world), { serial: world.state.capacity.serial + 1, slots: 0 }))
        exhaust(world, { finish: 20, ring: 20, handOver: 20 })
        expect(runCore.open(world.state).filter(({ kind }) => kind !== 'ask' && kind !== 'claim')).toEqual([])
      }),
      { numRuns: runs(120) },
    )
  })
})
