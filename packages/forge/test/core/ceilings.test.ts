/** Ceilings of money, tokens and time: reserved before each dispatch, passed by one attempt at most. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Limits } from '#model/budget.ts'
import { tokensOf } from '#model/tokens.ts'
import { UnitSpec } from '#model/unit.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import {
  approveMessage,
  finishedMessage,
  goodOutcome,
  grantMessage,
  operator,
  planOf,
  specOf,
  unitOf,
} from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { game, play, wild, type Game } from './play.ts'
import { failing, settle, startScript, usual } from './script.ts'
import { deliver, eventsOf, stamp, trail, worldOf, type World } from './world.ts'

const wide = { dispatches: 1000, unitDispatches: 100 }
const isAgent = ({ task }: Pick<OpenAttempt, 'task'>): boolean => ['work', 'plan', 'judge'].includes(task.do)

describe('a reservation', { timeout: 60_000 }, () => {
  it('U-21 U-05 (I-31) no agent starts unless what is spent and what the others may still take leaves something', () => {
    const ceilings = fc.record({ costMicros: fc.nat(4000), tokens: fc.nat(600) }, { requiredKeys: [] })
    fc.assert(
      fc.property(game(250), ceilings, (drawn, chosen) => {
        const limits = { ...wide, ...chosen } as Limits
        const settings = { ...drawn.settings, slots: 4, limits } as Game['settings']
        // An oracle of its own: the largest end that any agent has told so far.
        let largest: { costMicros: number; tokens: number } | undefined
        for (const { event, before } of trail(play({ ...drawn, settings }, { ...wild, raise: 0 }))) {
          const open = Object.values(before.openAttempts)
          if (event.type === 'attempt.finished') {
            const ended = open.find(({ key }) => key === event.key)
            if (ended === undefined || !isAgent(ended)) continue
            const [cost, tokens] = [event.usage.costMicros, tokensOf(event.usage)]
            largest = {
              costMicros: Math.max(largest?.costMicros ?? 0, cost),
              tokens: Math.max(largest?.tokens ?? 0, tokens),
            }
          }
          if (event.type !== 'attempt.intended' || !isAgent(event)) continue
          const beside = open.filter(isAgent).length
          for (const name of ['costMicros', 'tokens'] as const) {
            const limit = limits[name]
            if (limit === undefined) continue
            const reserved = beside === 0 ? 0 : beside * (largest?.[name] ?? Infinity)
            expect(before.spent[name] + reserved).toBeLessThan(limit)
          }
        }
      }),
      { numRuns: runs(120) },
    )
  })

  it('U-21 U-05 (I-31) several agents at once pass a ceiling by one attempt at most, however large they turn out', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 5 }), (drawn, limit, slots) => {
        const sheet = runSized(drawn, { slots, limits: { ...wide, costMicros: limit } })
        expect(['finished', 'stopped']).toContain(sheet.world.state.status)
        // Reports come one micro-dollar at a time here: that much each of the others may tell before it is interrupted.
        expect(sheet.world.state.spent.costMicros).toBeLessThanOrEqual(
          Math.max(0, limit - 1) + Math.max(...drawn) + slots,
        )
      }),
      { numRuns: runs(150) },
    )
  })

  it('U-21 U-05 while no attempt has ended its size is unknown, and unknown runs alone', () => {
    const units = ['a', 'b', 'c'].map((id) => UnitSpec.parse({ ...unitOf(id), template: 'module' }))
    const openIn = (limits: Limits): number => {
      const { state } = settle(startScript({ units, closing: [], slots: 3, limits }), {
        plan: planOf([unitOf('x')]),
        answer: () => 'hold',
      })
      return Object.values(state.openAttempts).filter(isAgent).length
    }
    expect(openIn(wide)).toBe(3)
    expect(openIn({ ...wide, costMicros: 1_000_000 })).toBe(1)
  })

  it('U-21 U-05 (I-31) several at once pass a ceiling of time by one attempt at most: a timer tells when it is reached', () => {
    const units = ['a', 'b', 'c'].map((id) => UnitSpec.parse({ ...unitOf(id), template: 'module' }))
    const limit = 36_000_000
    const world = startScript({ units, closing: [], slots: 3, limits: { ...wide, activeMs: limit } })
    const plan = planOf([unitOf('x')])
    const agents = (): OpenAttempt[] => Object.values(world.state.openAttempts).filter(isAgent)
    settle(world, { plan, answer: () => 'hold' })
    const [first] = agents() as [OpenAttempt]
    // One has ended, and quickly: now three may run at once.
    const ended = failing({ tag: 'crash', exitCode: 1, signal: null })
    deliver(world, finishedMessage(stamp(world), { key: first.key, outcome: ended, durationMs: 100 }))
    // Nobody says anything more: what rings is the timer.
    settle(world, { plan, answer: () => 'hold' })
    const rang = eventsOf(world).flatMap((event) =>
      event.type === 'timer.fired' && event.key.includes('/overtime/') ? [event.at] : [],
    )
    const [due = 0, ...again] = rang
    expect(again).toEqual([])
    const takenBy = (at: number): number => agents().reduce((sum, { since }) => sum + at - since, 100)
    expect([takenBy(due - 1) < limit, takenBy(due) >= limit]).toEqual([true, true])
    const [oldest, ...others] = agents().toSorted((one, other) => one.since - other.since) as [OpenAttempt]
    const targets = Object.values(world.state.stops).map(({ target }) => target)
    expect(targets.toSorted()).toEqual(others.map(({ key }: OpenAttempt) => key).toSorted())
    expect([targets.length, targets.includes(oldest.key)]).toEqual([2, false])
    expect(runCore.open(world.state).filter((command) => command.kind === 'timer')).toEqual([])
  })

  it('U-05 without a ceiling everything that may run runs at once', () => {
    const { most } = runSized([7, 3, 9], { slots: 4, limits: wide })
    expect(most).toBe(4)
    expect(runSized([7, 3, 9], { slots: 4, limits: { ...wide, costMicros: 1_000_000 } }).most).toBe(4)
  })
})

interface Sheet {
  readonly world: World
  /** The most agents that ran at once. */
  readonly most: number
}

/** Plays a plan of six units whose agents take these sizes in turn, tell every micro-dollar, and end when told to. */
function runSized(sizes: readonly number[], settings: { slots: number; limits: Limits }): Sheet {
  const world = worldOf(3, specOf(settings))
  const plan = planOf(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => unitOf(id)))
  const told = new Map<string, number>()
  const sizeOf = (key: string): number => sizes[[...told.keys()].indexOf(key) % sizes.length] as number
  let most = 0
  for (let step = 0; step < 5000; step += 1) {
    const { openAttempts: attempts, capacity, questions, stops, tidying } = world.state
    const open = Object.values(attempts)
    for (const { key } of open) if (!told.has(key)) told.set(key, 0)
    most = Math.max(most, open.filter(isAgent).length)
    const stop = Object.values(stops)[0]
    const question = Object.values(questions)[0]
    // The one that has told least is next, so that all grow together.
    const [next] = open.toSorted((one, other) => (told.get(one.key) ?? 0) - (told.get(other.key) ?? 0))
    if (capacity.open !== undefined) {
      const { key, slots } = capacity.open
      deliver(world, grantMessage(stamp(world), { serial: capacity.serial + 1, slots, answers: key }))
    } else if (question !== undefined) deliver(world, approveMessage(stamp(world), question))
    else if (stop !== undefined) end(world, stop.target, told, 'interrupted')
    else if (next !== undefined && isAgent(next) && (told.get(next.key) ?? 0) < sizeOf(next.key)) {
      told.set(next.key, (told.get(next.key) ?? 0) + 1)
      const report = { kind: 'usage' as const, usage: usageOf(told.get(next.key) ?? 0) }
      deliver(world, { type: 'attempt.reported', ...stamp(world), key: next.key, report })
    } else if (next !== undefined) end(world, next.key, told, plan)
    else if (tidying.status === 'intended' && tidying.key !== undefined)
      deliver(
        world,
        finishedMessage(stamp(world), { key: tidying.key, outcome: { status: 'tidied', removed: [], aside: [] } }),
      )
    else return { world, most }
  }
  throw new Error('it never ends')
}

function end(
  world: World,
  key: string,
  told: ReadonlyMap<string, number>,
  how: 'interrupted' | ReturnType<typeof planOf>,
): void {
  const attempt = Object.values(world.state.openAttempts).find((one) => one.key === key) as OpenAttempt
  const outcome = how === 'interrupted' ? failing({ tag: 'interrupted' }) : usual(world, attempt, how)
  const usage = isAgent(attempt) ? usageOf(told.get(key) ?? 0) : noUsage
  deliver(world, finishedMessage(stamp(world), { key, outcome, usage }))
}

function usageOf(costMicros: number): Usage {
  return { ...noUsage, costMicros, inputTokens: costMicros }
}

describe('the ceiling of a unit', () => {
  const plan = planOf([unitOf('a'), unitOf('b')])
  const usage: Usage = { ...noUsage, costMicros: 100, inputTokens: 10 }

  function spendUntilStopped(limits: Partial<Limits>): World {
    const world = startScript({ limits: { ...wide, ...limits } })
    const sendsBack = ({ unit, task }: OpenAttempt) =>
      unit === 'a' && task.do === 'judge'
        ? ({ status: 'judged', answer: { nonce: task.nonce, verdict: 'revise' } } as const)
        : undefined
    const answer = (attempt: OpenAttempt, at: World) => {
      const outcome = sendsBack(attempt) ?? usual(at, attempt, plan)
      deliver(at, finishedMessage(stamp(at), { key: attempt.key, outcome, usage, durationMs: 60_000 }))
      return 'hold' as const
    }
    // What an answer delivers itself is not seen by `settle`: asked again until nothing more happens.
    for (let turns = -1; turns !== world.turns.length;) {
      turns = world.turns.length
      settle(world, { plan, answer })
    }
    return world
  }

  it.each([
    [{ unitCostMicros: 250 }, 'unitCostMicros'],
    [{ unitTokens: 25 }, 'unitTokens'],
    [{ unitActiveMs: 150_000 }, 'unitActiveMs'],
  ] as const)('U-21 U-05 stops that unit alone, with the word that moves it on: %o', (limits, limit) => {
    const world = spendUntilStopped(limits)
    const a = world.state.units['a']
    expect(a?.stop?.remedy).toMatchObject({ word: 'raise', limit })
    expect(a?.costMicros).toBeLessThanOrEqual(400)
    const events = eventsOf(world)
    expect(events.filter((event) => event.type === 'run.stopped')).toEqual([])
    deliver(world, { type: 'retry', ...stamp(world), unit: 'a', by: operator })
    expect(world.state.units['a']?.status).toBe('stopped')
    deliver(world, { type: 'raise', ...stamp(world), by: operator, limits: wide })
    deliver(world, { type: 'retry', ...stamp(world), unit: 'a', by: operator })
    expect(world.state.units['a']?.status).toBe('open')
  })
})

describe('an attempt that was cut off at a limit of the run', () => {
  const at = 5000
  const settings = { slots: 3, limits: { ...wide, costMicros: at } }
  const plan = planOf([unitOf('a'), unitOf('b'), unitOf('c')])
  const cut = failing({ tag: 'ceiling', limit: 'costMicros', at })
  const raised = { type: 'raise', by: operator, limits: { ...wide, costMicros: 2 * at } } as const

  /** All three units are at work at the same time; then each is cut off. */
  function cutOff(): World {
    const world = settle(startScript(settings), {
      plan,
      answer: ({ phase }) => (phase === 'implement' ? 'hold' : undefined),
    })
    expect(Object.values(world.state.openAttempts).map(({ unit }) => unit)).toEqual(['a', 'b', 'c'])
    return settle(world, { plan, answer: ({ phase }) => (phase === 'implement' ? cut : undefined) })
  }

  it('U-05 R-47 (I-31) is no failure of its unit: the run stops at the limit, and goes on with all of them when it is raised', () => {
    const world = cutOff()
    expect(world.state).toMatchObject({ status: 'stopped', remedy: { word: 'raise', limit: 'costMicros' } })
    expect(world.state.reason).toEqual('the run has reached its limit of money')
    for (const id of ['a', 'b', 'c']) expect(world.state.units[id]).toMatchObject({ status: 'open' })
    deliver(world, { ...raised, ...stamp(world) })
    settle(world, { plan })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done' })
    for (const id of ['a', 'b', 'c'])
      expect(world.state.units[id]?.phases['implement']).toMatchObject({ failedAttempts: 0, revisions: 0 })
  })

  it('U-05 starts nobody until the limit is raised, however little is spent', () => {
    const world = cutOff()
    const before = world.state.spent.dispatches
    expect(world.state.spent.costMicros).toBeLessThan(at)
    deliver(world, { type: 'resume', ...stamp(world), by: operator })
    settle(world, { plan })
    expect(world.state).toMatchObject({ status: 'stopped', remedy: { word: 'raise', limit: 'costMicros' } })
    expect(world.state.spent.dispatches).toBe(before)
  })

  it('U-05 goes on at once when the limit was raised before it was told', () => {
    const world = settle(startScript(settings), {
      plan,
      answer: ({ phase }) => (phase === 'implement' ? 'hold' : undefined),
    })
    deliver(world, { ...raised, ...stamp(world) })
    const told = new Set<string>()
    settle(world, {
      plan,
      answer: ({ phase, unit }) => {
        if (phase !== 'implement' || told.has(unit)) return undefined
        told.add(unit)
        return cut
      },
    })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done' })
  })
})

describe('a model without a price, of an agent that says so only afterwards', () => {
  const limits = { ...wide, costMicros: 1_000_000 }
  const plan = planOf([unitOf('a')])
  const usage = { ...noUsage, inputTokens: 70, unpricedTokens: 70, unpriced: ['house-1'] }

  /** The plan costs what has no price. */
  function planned(more: Partial<Limits>): World {
    const world = settle(startScript({ limits: { ...limits, ...more } }), { plan, answer: () => 'hold' })
    const [open] = Object.values(world.state.openAttempts)
    const outcome = goodOutcome(open!.task, { salt: open!.key, plan, changed: [] })
    deliver(world, finishedMessage(stamp(world), { key: open!.key, outcome, usage }))
    return settle(world, { plan })
  }

  it('R-15 (I-31) stops the run like a limit where money is limited, by the name of the model', () => {
    const world = planned({})
    expect(world.state).toMatchObject({
      status: 'stopped',
      reason: "house-1 has no price, so Forge cannot enforce the run's money limit",
      remedy: { word: 'raise', limit: 'unpriced' },
      unpriced: { tokens: 70, models: ['house-1'] },
    })
    // Raised with what it asks for, it goes on; so it does when somebody resumes it, with a price of the configuration.
    deliver(world, {
      type: 'raise',
      ...stamp(world),
      by: operator,
      limits: { ...limits, tokens: 1e6, unpriced: 'allowed' },
    })
    expect(settle(world, { plan }).state).toMatchObject({ status: 'finished', outcome: 'done' })
    const other = planned({})
    deliver(other, { type: 'resume', ...stamp(other), by: operator })
    expect(settle(other, { plan }).state).toMatchObject({ status: 'finished', outcome: 'done' })
  })

  it('R-15 stops nothing where that is allowed, or where money has no limit', () => {
    expect(planned({ tokens: 1e6, unpriced: 'allowed' }).state.outcome).toBe('done')
    expect(planned({ costMicros: undefined }).state.outcome).toBe('done')
    expect(planned({ costMicros: undefined, unitCostMicros: 1_000_000 }).state.status).toBe('stopped')
  })
})
