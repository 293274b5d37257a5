/** The views over random runs: pure functions of the log that never say what is not so. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw, say } from '#messages/said.ts'
import { costByPhase, costOf, foldCost } from '#core/views/cost.ts'
import { progressOf } from '#core/views/progress.ts'
import { learningsOf } from '#core/views/learnings.ts'
import { viewOf } from '#core/views/run.ts'
import { summaryOf } from '#core/views/summary.ts'
import type { EventOf } from '#model/event.ts'
import { isStep } from '#model/next.ts'
import { livingIn } from '#model/unit-tree.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import {
  checkResult,
  failures,
  finishedMessage,
  jsonOf,
  operator,
  planOf,
  routingOf,
  unitOf,
} from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { cursed, game, kind, play, wild } from './play.ts'
import { failing, settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, trail, viewIn } from './world.ts'

const habits = fc.constantFrom(wild, cursed, kind)

describe('progress', { timeout: 30_000 }, () => {
  it('U-22 is at most 95 % until the run has ended well, and then 100', () => {
    fc.assert(
      fc.property(game(250), habits, (drawn, chosen) => {
        for (const { after } of trail(play(drawn, chosen))) {
          const { percent, done, total } = progressOf(after)
          const isDone = after.status === 'finished' && after.outcome === 'done'
          expect(isDone ? percent === 100 : percent >= 0 && percent <= 95).toBe(true)
          expect(done).toBeLessThanOrEqual(total)
        }
      }),
      { numRuns: runs(80) },
    )
  })

  it('U-22 a unit that is done never lowers it', () => {
    fc.assert(
      fc.property(game(250), habits, (drawn, chosen) => {
        for (const { event, before, after } of trail(play(drawn, chosen))) {
          if (event.type === 'unit.finished')
            expect(progressOf(after).percent).toBeGreaterThanOrEqual(progressOf(before).percent)
        }
      }),
      { numRuns: runs(80) },
    )
  })

  it('U-22 says when it will be over only after something was seen to end, and corrects itself by it', () => {
    const plan = planOf([unitOf('a', { expectedMinutes: 10 }), unitOf('b', { expectedMinutes: 10, depends: ['a'] })])
    const world = settle(startScript(), { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    const early = progressOf(world.state)
    settle(world, { plan, answer: ({ unit }) => (unit === 'b' ? 'hold' : undefined) })
    const later = progressOf(world.state)
    expect(later.percent).toBeGreaterThan(early.percent)
    expect(progressOf(startScript().state)).toMatchObject({ etaMinutes: undefined, confidence: 'low' })
    // `b` is to take 10 minutes and nothing of it is done; `a`, expected to take as long, took this long.
    const etaAfter = (minutes: number) => {
      const { a, b } = world.state.units
      if (a === undefined || b === undefined) return undefined
      return progressOf({
        ...world.state,
        order: ['a', 'b'],
        units: { b, a: { ...a, activeMs: minutes * 60_000 } },
      }).etaMinutes
    }
    expect([5, 10, 25].map(etaAfter)).toEqual([5, 10, 25])
  })
})

describe('status', { timeout: 30_000 }, () => {
  it('U-31 (I-39) every open unit either runs or says what it waits for, and every stop says what to do', () => {
    fc.assert(
      fc.property(game(250), habits, (drawn, chosen) => {
        for (const { after } of play(drawn, chosen).turns) {
          const view = viewOf(after, [], { driver: 'none' })
          for (const unit of view.units) {
            if (unit.status === 'open') expect((unit.running === undefined) !== (unit.waiting === undefined)).toBe(true)
            if (unit.status === 'stopped') expect(unit.stop?.hint).toBeDefined()
          }
          // Somebody who does nothing but what is said here moves it on.
          const moving = view.next.filter((one) => isStep(one) && one.operation !== 'status')
          if (view.status === 'stopped' || view.status === 'paused') expect(moving).not.toEqual([])
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('U-31 names the dependency, the held-back unit, the path and the question that are waited for', () => {
    const plan = planOf([
      unitOf('a', { writes: ['x'] }),
      unitOf('b', { writes: ['x'] }),
      unitOf('c', { depends: ['a'] }),
    ])
    const asked = settle(startScript(), { plan, approves: 'no' })
    const { units, asked: open, next } = viewIn(asked)
    expect(units[0]).toMatchObject({ waits: 'question', waiting: say('wait.question') })
    expect(open.map(({ key }) => key)).toEqual(['toy/0/plan/approve#1'])
    expect(next.flatMap((one) => (isStep(one) ? [one.operation] : []))).toContain('approve')
    const world = settle(asked, { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    const waits = Object.fromEntries(viewIn(world).units.map(({ id, waiting }) => [id, waiting]))
    expect(waits).toMatchObject({
      a: undefined,
      b: say('wait.writes', { unit: 'a' }),
      c: say('wait.dependency', { unit: 'a' }),
      final: say('wait.order', { unit: 'a' }),
    })
    const failed = settle(world, { plan, answer: ({ unit }) => (unit === 'a' ? failing(failures.blocked) : undefined) })
    expect(viewIn(failed).units.find(({ id }) => id === 'c')?.waiting).toEqual(say('wait.blocked', { unit: 'a' }))
  })

  it('U-31 names the time and the account that are waited for', () => {
    const plan = planOf([unitOf('a')])
    const world = startScript()
    settle(world, { plan, answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined) })
    deliver(world, finishedMessage(stamp(world), { key: 'toy/0/a/implement#1', outcome: failing(failures.crash) }))
    expect(viewIn(world).units[1]).toMatchObject({ waits: 'time', waiting: { code: 'wait.time' } })
    const limited = startScript()
    settle(limited, { plan, answer: () => 'hold' })
    deliver(limited, finishedMessage(stamp(limited), { key: 'toy/0/plan/draft#1', outcome: failing(failures.quota) }))
    expect(viewIn(limited).units[0]?.waiting).toMatchObject({ code: 'wait.account', with: { account: 'default' } })
  })

  it('U-11 the summary tells the same as status', () => {
    fc.assert(
      fc.property(game(150), habits, (drawn, chosen) => {
        const { state } = play(drawn, chosen)
        const { status, percent, unitsDone, questions, asked } = viewOf(state, [], { driver: 'none' })
        expect(summaryOf(state)).toMatchObject({ status, percent, unitsDone, questions })
        expect(asked).toHaveLength(questions)
      }),
      { numRuns: runs(40) },
    )
  })
})

const usageOf = (costMicros: number): Usage => ({ ...noUsage, costMicros, inputTokens: 1 })

describe('the cost ledger', { timeout: 30_000 }, () => {
  it('U-21 has every attempt in it, good, failed and stale, and adds up by unit, phase and fate', () => {
    fc.assert(
      fc.property(game(250), habits, (drawn, chosen) => {
        const world = play(drawn, chosen)
        const { total, byFate, units, advice } = costOf(eventsOf(world))
        const { costMicros, tokens, activeMs } = world.state.spent
        expect(total).toMatchObject({ costMicros, tokens, activeMs })
        const sum = (costs: readonly { costMicros: number; attempts: number }[]): number[] => [
          costs.reduce((all, cost) => all + cost.costMicros, 0),
          costs.reduce((all, cost) => all + cost.attempts, 0),
        ]
        expect(sum([...Object.values(byFate), advice])).toEqual([total.costMicros, total.attempts])
        for (const unit of Object.values(units))
          expect(sum(Object.values(unit.phases))).toEqual([unit.total.costMicros, unit.total.attempts])
      }),
      { numRuns: runs(80) },
    )
  })

  it('U-21 counts as attempts what the report counts, and what Forge did itself as steps', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a'), unitOf('b')]) })
    const cost = costOf(eventsOf(world))
    const { units } = viewIn(world)
    expect(units.map(({ id, attempts }) => [id, attempts])).toEqual(
      units.map(({ id }) => [id, cost.units[id]?.total.attempts]),
    )
    const byPhase = costByPhase(cost)
    expect(byPhase['verify']).toMatchObject({ attempts: 0 })
    expect(byPhase['verify']?.steps).toBeGreaterThan(0)
    expect(byPhase['implement']).toMatchObject({ attempts: 2, steps: 0 })
  })

  it('U-21 folding in portions gives the same ledger', () => {
    fc.assert(
      fc.property(game(150), fc.nat(), (drawn, at) => {
        const events = eventsOf(play(drawn, wild))
        const cut = at % (events.length + 1)
        expect(foldCost(costOf(events.slice(0, cut)), events.slice(cut))).toEqual(costOf(events))
      }),
      { numRuns: runs(40) },
    )
  })

  it('R-15 has passes that came to nothing, with what was estimated and what has no price', () => {
    const world = settle(startScript({ routing: routingOf() }), {
      plan: planOf([unitOf('a')]),
      answer: ({ unit }) => (unit === 'a' ? 'hold' : undefined),
    })
    const tokens = (inputTokens: number): Usage => ({ ...noUsage, inputTokens })
    const says = (key: string, usage: Usage) =>
      deliver(world, finishedMessage(stamp(world), { key, outcome: failing(failures.crash), usage }))
    const key = 'toy/0/a/implement#1'
    says(key, { ...tokens(100), costMicros: 200, estimatedMicros: 200, unpricedTokens: 30, unpriced: ['other-1'] })
    says(key, { ...tokens(10), costMicros: 7 })
    const { byFate, units, models, total } = costOf(eventsOf(world))
    expect(byFate.failed).toMatchObject({
      attempts: 1,
      tokens: 100,
      costMicros: 200,
      estimatedMicros: 200,
      unpricedTokens: 30,
    })
    expect(byFate.stale).toMatchObject({ attempts: 1, tokens: 10, costMicros: 7 })
    expect(units['a']?.total).toMatchObject({ attempts: 2, costMicros: 207 })
    expect(models['middle-1']?.costMicros).toBe(207)
    expect(total.costMicros).toBe(207)
    expect(world.state.spent).toMatchObject({ costMicros: 207, estimatedMicros: 200 })
    expect(world.state.unpriced).toEqual({ tokens: 30, models: ['other-1'] })
  })

  it('U-21 what a lost performance had reported is paid for, once', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), answer: () => 'hold' })
    const key = 'toy/0/plan/draft#1'
    const report = (told: EventOf<'attempt.reported'>['report']) =>
      deliver(world, { type: 'attempt.reported', ...stamp(world), key, report: told })
    report({ kind: 'usage', usage: usageOf(30) })
    report({ kind: 'usage', usage: usageOf(70) })
    report({ kind: 'performance', performance: 2 })
    report({ kind: 'usage', usage: usageOf(20) })
    deliver(
      world,
      finishedMessage(stamp(world), {
        key,
        outcome: failing(failures.empty),
        usage: { ...usageOf(50), source: 'estimated' },
      }),
    )
    const { total, byFate, units } = costOf(eventsOf(world))
    expect(byFate.lost).toMatchObject({ costMicros: 70, attempts: 1 })
    expect(byFate.failed).toMatchObject({ costMicros: 50, attempts: 1, estimatedMicros: 50 })
    expect(total.costMicros).toBe(120)
    expect(world.state.spent.costMicros).toBe(120)
    expect(units['plan']?.phases['draft']?.attempts).toBe(2)
  })
})

describe('the report', { timeout: 30_000 }, () => {
  it('S3-34 has a row per unit with status, attempts and notes, the totals, and the retries', () => {
    const plan = planOf([unitOf('a'), unitOf('b', { depends: ['a'] }), unitOf('c')])
    let crashes = 0
    const world = settle(startScript(), {
      plan,
      answer: ({ unit, phase }) => {
        if (unit === 'a' && phase === 'implement') return failing(failures.blocked)
        if (unit === 'c' && phase === 'implement' && crashes++ === 0) return failing(failures.crash)
        return undefined
      },
    })
    const report = viewIn(world)
    expect(report).toMatchObject({ outcome: 'failed', unitsDone: 3, unitsTotal: 5, retries: 1 })
    expect(report.units.map(({ id, status, notes }) => [id, status, notes])).toEqual([
      ['plan', 'done', ''],
      ['a', 'stopped', 'the agent is blocked: cannot go on'],
      ['b', 'open', 'waits for a'],
      ['c', 'done', ''],
      ['final', 'done', ''],
    ])
    // A plan; one try that was blocked; none; two tries and one review. Checks and merges are no attempts, nor is the last check.
    expect(report.units.map(({ attempts }) => attempts)).toEqual([1, 1, 0, 3, 0])
    expect(report.units[2]?.waits).toBe('blocked')
    expect(report.advice).toEqual(['a: look at the reason, then reopen the unit'])
    expect(report.activeMinutes).toBeGreaterThan(0)
  })

  it('S3-34 has the score of the last checks of each unit, and explains a run of which nothing was merged', () => {
    const plan = planOf([unitOf('a'), unitOf('b')])
    const failed = settle(startScript(), {
      plan,
      answer: ({ phase }) =>
        phase === 'verify' ? { status: 'checked', results: [checkResult('test', 1)] } : undefined,
    })
    const report = viewIn(failed)
    expect(report.units.find(({ id }) => id === 'a')?.checks).toEqual({ passed: 0, total: 1 })
    expect(report.failure).toSay(/^nothing was merged; .*not met after 2 repairs, which is the limit.*Check the plan/)
    const good = settle(startScript(), { plan })
    const fine = viewIn(good)
    expect(fine.units.find(({ id }) => id === 'a')?.checks).toEqual({ passed: 1, total: 1 })
    expect(fine.failure).toBeUndefined()
  })

  it('S3-33 S3-34 has what the run learned: commands that verified, what failed and what mended it, and its measure', () => {
    const plan = planOf([unitOf('a'), unitOf('b', { depends: ['a'] }), unitOf('c')])
    let checks = 0
    const world = settle(startScript(), {
      plan,
      answer: ({ path }) => {
        if (path !== 'a/verify' || checks++ > 0) return undefined
        return { status: 'checked', results: [{ ...checkResult('test', 1), excerpt: raw('> test\nnot ok 3 - adds') }] }
      },
    })
    const learned = learningsOf(world.state, eventsOf(world))
    expect(learned.map(({ kind }) => kind)).toEqual([
      'test_command',
      'test_command',
      'failure_pattern',
      'success_pattern',
    ])
    // Three units, each on its own tree and as merged; one failed first. The whole is verified by another command.
    expect(learned[0]).toMatchObject({ command: 'npm test', passed: 6, failed: 1 })
    expect(learned[1]).toMatchObject({ command: 'npm run all', passed: 1, failed: 0 })
    expect(learned[2]).toEqual({
      kind: 'failure_pattern',
      unit: 'a',
      phase: 'verify',
      found: 'test exited 1: not ok 3 - adds',
      times: 1,
      mendedBy: { phase: 'implement', attempt: 2 },
    })
    expect(learned[3]).toMatchObject({ units: 3, depth: 2, files: 3, retries: 1 })
    expect(learned[3]?.kind === 'success_pattern' && learned[3].wallMs).toBeGreaterThan(0)
  })

  it('S3-34 learns nothing that was not so: no measure of a run that failed, no mending of what was not mended', () => {
    const world = settle(startScript(), {
      plan: planOf([unitOf('a')]),
      answer: ({ path }) =>
        path === 'a/verify' ? { status: 'checked', results: [checkResult('test', 1)] } : undefined,
    })
    const learned = learningsOf(world.state, eventsOf(world))
    expect(learned.map(({ kind }) => kind)).toEqual(['test_command', 'failure_pattern'])
    // The command that never passed verifies nothing; the one over the whole did pass.
    expect(learned[0]).toMatchObject({ command: 'npm run all', failed: 0 })
    expect(learned[1]).toMatchObject({ unit: 'a', phase: 'verify', times: 3 })
    expect(learned[1]).not.toHaveProperty('mendedBy')
  })

  it('S3-34 a unit that a new plan replaced keeps the attempts and retries of its life', () => {
    const world = settle(startScript(), {
      plan: planOf([unitOf('a'), unitOf('b')]),
      answer: ({ task, unit }) => (task.do !== 'work' ? undefined : unit === 'a' ? failing(failures.refused) : 'hold'),
    })
    const edited = planOf([unitOf('a', { title: 'Another' }), unitOf('b')])
    deliver(world, { type: 'edit', ...stamp(world), by: operator, unit: 'plan', plan: jsonOf(edited) })
    settle(world, { plan: edited })
    const tried = eventsOf(world).filter(
      (event) => event.type === 'attempt.intended' && 'role' in event.task && event.path.startsWith('a/'),
    )
    expect(tried.length).toBeGreaterThan(2)
    const report = viewIn(world)
    expect(report.units.find(({ id }) => id === 'a')?.attempts).toBe(tried.length)
    expect(report.retries).toBe(1)
  })

  it('S3-34 adds up, whatever happened', () => {
    fc.assert(
      fc.property(game(200), habits, (drawn, chosen) => {
        const world = play(drawn, chosen)
        const report = viewIn(world)
        const living = livingIn(report.units)
        expect(report.unitsTotal).toBe(living.length)
        expect(report.unitsDone).toBe(living.filter(({ status }) => status === 'done').length)
        expect(report.advice).toHaveLength(living.filter(({ status }) => status === 'stopped').length)
        expect(report.outcome === 'done').toBe(world.state.outcome === 'done')
        const tried = eventsOf(world).filter((event) => event.type === 'attempt.intended' && 'role' in event.task)
        const counted = living.reduce((sum, { attempts }) => sum + attempts, 0)
        const { units } = report
        const dropped = units.filter(({ status }) => status === 'dropped').reduce((sum, unit) => sum + unit.attempts, 0)
        expect(units.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(tried.length)
        expect(counted + dropped).toBe(tried.length)
        expect(counted).toBeGreaterThanOrEqual(report.retries)
        const measures = learningsOf(world.state, eventsOf(world)).filter(({ kind }) => kind === 'success_pattern')
        if (report.outcome !== 'done') expect(measures).toEqual([])
      }),
      { numRuns: runs(50) },
    )
  })
})
