/** The straight path of `build` through the production core: what it promises about plans, units, checks and endings. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { findCycle } from '#core/graph/check.ts'
import { planOf as planViewOf } from '#forge/look/plan.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Event, EventOf } from '#model/event.ts'
import { renderPlan } from '#surfaces/operations/plan-lines.ts'
import { shownOf } from '#surfaces/operations/plan-shown.ts'
import { checkResult, failures, jsonOf, oidOf, operator, planOf, unitOf } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { plainOf } from './plain.ts'
import { cursed, game, play, wild } from './play.ts'
import { failing, settle, startScript, usual, type Script } from './script.ts'
import { deliver, eventsOf, stamp, type World, viewIn } from './world.ts'

const pair = planOf([unitOf('a'), unitOf('b')])

function intended(world: World, path: string): EventOf<'attempt.intended'>[] {
  return eventsOf(world).filter((event): event is EventOf<'attempt.intended'> => {
    return event.type === 'attempt.intended' && event.path === path
  })
}

function failsCheck(path: string, times: number): NonNullable<Script['answer']> {
  let left = times
  return (attempt) => {
    if (attempt.path !== path || left-- <= 0) return undefined
    return { status: 'checked', results: [{ ...checkResult('test', 1), excerpt: raw('expected 1, got 2') }] }
  }
}

describe('a plan of an agent', { timeout: 30_000 }, () => {
  const proposing =
    (plan: object): NonNullable<Script['answer']> =>
    ({ phase, task }) =>
      phase === 'draft' && 'nonce' in task
        ? { status: 'planned', answer: { nonce: task.nonce, plan: jsonOf(plan) } }
        : undefined

  it('S3-06 that is unsound goes back to its planner with the errors, a bounded number of times, and is never asked about', () => {
    const world = settle(startScript(), {
      plan: pair,
      answer: proposing({ units: [{ id: 'a', title: 'A', files: [] }] }),
    })
    const drafts = intended(world, 'plan/draft')
    expect(drafts).toHaveLength(3)
    const second = drafts[1]?.task
    expect(second?.do === 'plan' && second.feedback?.failure).toEqual({
      tag: 'unmet',
      summary: 'unit a has an unknown key files: did you mean writes?',
    })
    expect(world.state).toMatchObject({ outcome: 'failed', units: { plan: { status: 'stopped' } } })
    expect(eventsOf(world).some(({ type }) => type === 'question.asked')).toBe(false)
  })

  it('S3-06 that was repaired is asked about like any other', () => {
    let drafts = 0
    const world = settle(startScript(), {
      plan: pair,
      answer: (attempt, all) =>
        attempt.phase === 'draft' && drafts++ === 0 ? proposing({ units: [] })(attempt, all) : undefined,
    })
    expect(world.state.outcome).toBe('done')
    expect(intended(world, 'plan/draft')).toHaveLength(2)
  })

  it('S3-06 with warnings is not sent back: they are shown to the user who must approve it', () => {
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), approves: 'no' })
    expect(intended(world, 'plan/draft')).toHaveLength(1)
    const view = planViewOf(world.state)
    const lines = view === undefined ? [] : renderPlan(shownOf('toy', view)).map(plainOf)
    expect(lines).toContain('! the plan has only one unit, so nothing can run in parallel')
  })

  it('D-03 nothing is proposed, asked about or approved that was not validated, whatever planners and people say', () => {
    fc.assert(
      fc.property(game(250), fc.constantFrom(wild, cursed), (drawn, habits) => {
        const valid = new Set<string>()
        for (const event of eventsOf(play(drawn, { ...habits, mislead: 20, edit: 5 }))) {
          if (event.type === 'plan.proposed') {
            const ids = event.plan.units.map(({ id }) => id)
            expect(new Set(ids).size).toBe(ids.length)
            expect(findCycle(event.plan.units)).toBeUndefined()
            expect(event.plan.units.every(({ verify }) => verify.length > 0)).toBe(true)
            valid.add(event.hash)
          }
          if (event.type === 'question.asked' && event.question.path === 'plan/approve')
            expect(valid.has(event.question.subject)).toBe(true)
          if (event.type === 'graph.changed' && event.plan !== undefined) expect(valid.has(event.plan)).toBe(true)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('units', { timeout: 30_000 }, () => {
  it('S3-10 independent units are worked on at the same time, a dependent one after what it depends on', () => {
    const plan = planOf([unitOf('a'), unitOf('b'), unitOf('c', { depends: ['a'] })])
    const world = settle(startScript(), { plan, answer: ({ phase }) => (phase === 'implement' ? 'hold' : undefined) })
    expect(Object.keys(world.state.openAttempts).toSorted()).toEqual(['a/implement', 'b/implement'])
    settle(world, { plan, answer: ({ path }) => (path === 'b/implement' ? 'hold' : undefined) })
    expect(world.state.units).toMatchObject({ a: { status: 'done' }, b: { status: 'open' }, c: { status: 'done' } })
  })

  it('S3-14 a later worker starts from a tree that holds everything merged before, whatever it depends on', () => {
    const plan = planOf([unitOf('a'), unitOf('b', { depends: ['a'] }), unitOf('c', { depends: ['b'] })])
    const world = settle(startScript(), { plan })
    const merged = (unit: string): string | undefined => world.state.units[unit]?.merged?.commit
    for (const [unit, earlier] of [
      ['b', 'a'],
      ['c', 'b'],
    ] as const) {
      const [work] = intended(world, `${unit}/implement`)
      expect(work?.task).toMatchObject({ do: 'work', base: merged(earlier), start: merged(earlier) })
    }
  })

  it('S3-15 a worker is told its soft deadline, three times the expected minutes and 15 at least; one that went silent is tried again, then surfaced', () => {
    const plan = planOf([unitOf('a', { expectedMinutes: 20 }), unitOf('b', { expectedMinutes: 1 })])
    const silent: Script['answer'] = ({ phase }) =>
      phase === 'implement' ? failing({ tag: 'timeout', limit: 'idle', afterMs: 900_000 }) : undefined
    const world = settle(startScript(), { plan, answer: silent })
    for (const { task } of intended(world, 'a/implement')) expect(task).toMatchObject({ softMs: 60 * 60_000 })
    expect(intended(world, 'b/implement')[0]?.task).toMatchObject({ softMs: 15 * 60_000 })
    expect(intended(world, 'a/implement')).toHaveLength(3)
    expect(world.state.units['a']?.stop?.reason).toEqual('timeout in 3 attempts')
  })

  it('S3-17 C-10 a blocked unit is skipped: the run goes on, and its finished siblings stay when it is done again', () => {
    const blocked: Script['answer'] = ({ unit, phase }) =>
      unit === 'a' && phase === 'implement' ? failing(failures.blocked) : undefined
    const world = settle(startScript(), { plan: pair, answer: blocked })
    expect(world.state.units).toMatchObject({ a: { status: 'stopped' }, b: { status: 'done' } })
    const b = world.state.units['b']?.merged
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'the key is there now' })
    settle(world, { plan: pair })
    expect(world.state).toMatchObject({ outcome: 'done', units: { b: { merged: b } } })
    expect(intended(world, 'b/implement')).toHaveLength(1)
  })

  it('C-23 a stopped unit opens again only by a person with a reason, which its agent reads; its counters stay', () => {
    const crash: Script['answer'] = ({ phase }) => (phase === 'implement' ? failing(failures.crash) : undefined)
    const world = settle(startScript(), { plan: planOf([unitOf('a')]), answer: crash })
    const { dispatches = 0, phases } = world.state.units['a'] ?? {}
    const reopen = { type: 'reopen', unit: 'a', reason: 'use the other port' } as const
    const refused = deliver(world, { ...reopen, ...stamp(world), by: { kind: 'agent', name: 'worker' } })
    expect(refused.events.map(({ type }) => type)).toEqual(['command.refused'])
    deliver(world, { ...reopen, ...stamp(world), by: operator })
    settle(world, { plan: planOf([unitOf('a')]), answer: () => 'hold' })
    const unit = world.state.units['a']
    expect(unit?.dispatches).toBe(dispatches + 1)
    expect(unit?.phases['implement']?.failedAttempts).toBe(phases?.['implement']?.failedAttempts)
    const task = world.state.openAttempts['a/implement']?.task
    expect(task?.do === 'work' && task.feedback?.failure).toEqual({ tag: 'unmet', summary: 'use the other port' })
  })
})

describe('checks', { timeout: 30_000 }, () => {
  it('S3-18 C-04 Forge verifies each unit, again as it would be merged, and the whole at the end; no agent is asked to', () => {
    const world = settle(startScript(), { plan: pair, answer: failsCheck('b/verify-merged', 1) })
    const { a, b } = world.state.units
    expect(intended(world, 'a/verify')[0]?.task).toMatchObject({ do: 'check', commands: [{ run: 'npm test' }] })
    expect(intended(world, 'b/verify-merged')).toHaveLength(2)
    expect(intended(world, 'b/implement')).toHaveLength(2)
    const last = intended(world, 'b/verify-merged').at(-1)?.task
    expect(last).toMatchObject({ do: 'check', commit: b?.merged?.commit })
    expect(intended(world, 'final/verify')[0]?.task).toMatchObject({ do: 'check', commit: world.state.tip })
    expect(a?.merged).toBeDefined()
    const agents = eventsOf(world).filter((event) => event.type === 'attempt.intended' && 'brief' in event.task)
    for (const event of agents) expect(event.type === 'attempt.intended' && event.task).not.toHaveProperty('commands')
  })

  it('C-24 a check that passed on exactly this tree is not run again, and one on another tree is', () => {
    const sameTree: Script['answer'] = (attempt, world) => {
      const head = world.state.units[attempt.unit]?.head
      if (attempt.phase !== 'integrate' || head === undefined) return undefined
      return { ...usual(world, attempt, pair), tree: head.tree } as Outcome
    }
    expect(intended(settle(startScript(), { plan: pair, answer: sameTree }), 'a/verify-merged')).toHaveLength(0)
    expect(intended(settle(startScript(), { plan: pair }), 'a/verify-merged')).toHaveLength(1)
  })

  it('S3-20 every unit is reviewed before it is merged; what a reviewer wants otherwise is done first', () => {
    let reviews = 0
    const world = settle(startScript(), {
      plan: pair,
      answer: ({ unit, phase, task }) =>
        unit === 'a' && phase === 'review' && 'nonce' in task && reviews++ === 0
          ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise', summary: 'set as x, read as y' } }
          : undefined,
    })
    const places = (is: (event: Event) => boolean): number => eventsOf(world).findLastIndex(is)
    for (const id of ['a', 'b'])
      expect(places((event) => event.type === 'verdict.given' && event.path === `${id}/review`)).toBeLessThan(
        places((event) => event.type === 'unit.merged' && event.unit === id),
      )
    expect(intended(world, 'a/implement')).toHaveLength(2)
    const again = intended(world, 'a/implement')[1]?.task
    expect(again?.do === 'work' && again.feedback?.failure).toMatchObject({ summary: 'set as x, read as y' })
  })

  const mismatch = { category: 'contract-mismatch', file: 'src/a.ts', line: 7, claim: 'returns text, b reads a number' }

  it('S3-20 an error that a reviewer found is mended before anything is validated, even under an approval', () => {
    const world = settle(startScript(), { plan: pair, answer: approvingOnce({ severity: 'error', ...mismatch }) })
    const again = intended(world, 'a/implement')[1]?.task
    expect(again?.do === 'work' && again.feedback).toMatchObject({
      from: 'review',
      failure: { summary: 'fine\nerror (contract-mismatch) src/a.ts:7: returns text, b reads a number' },
    })
    const order = eventsOf(world).flatMap((event) => (event.type === 'attempt.intended' ? [event.path] : []))
    const ofA = order.filter((path) => path.startsWith('a/'))
    expect(ofA.indexOf('a/integrate')).toBeGreaterThan(ofA.lastIndexOf('a/review'))
    expect(ofA.filter((path) => path === 'a/review')).toHaveLength(2)
    expect(world.state.outcome).toBe('done')
  })

  it('S3-20 a warning holds nothing up: it is logged, told, and stands in the report', () => {
    const world = settle(startScript(), { plan: pair, answer: approvingOnce({ severity: 'warning', ...mismatch }) })
    expect(intended(world, 'a/implement')).toHaveLength(1)
    const verdict = eventsOf(world).find((event) => event.type === 'verdict.given' && event.path === 'a/review')
    expect(verdict).toMatchObject({ verdict: 'pass', findings: [{ severity: 'warning', ...mismatch }] })
    const row = viewIn(world).units.find(({ id }) => id === 'a')
    expect(row).toMatchObject({ status: 'done', notes: 'src/a.ts:7 returns text, b reads a number' })
  })

  /** The first review of a approves, with one finding. */
  function approvingOnce(finding: object): NonNullable<Script['answer']> {
    let reviews = 0
    return ({ unit, phase, task }) =>
      unit === 'a' && phase === 'review' && 'nonce' in task && reviews++ === 0
        ? {
            status: 'judged',
            answer: jsonOf({ nonce: task.nonce, verdict: 'approve', summary: 'fine', findings: [finding] }),
          }
        : undefined
  }
})

describe('the outcomes of a unit', { timeout: 30_000 }, () => {
  it('S3-22 passed: merged. Failed: sent back with the output, and merged when it passes', () => {
    const world = settle(startScript(), { plan: pair, answer: failsCheck('a/verify', 1) })
    expect(world.state.outcome).toBe('done')
    const again = intended(world, 'a/implement')[1]?.task
    expect(again?.do === 'work' && again.feedback).toMatchObject({
      from: 'verify',
      failure: { summary: 'test exited 1\nexpected 1, got 2' },
    })
  })

  it('S3-22 stagnant: work that comes back the same is stopped and surfaced, and the others go on', () => {
    const world = settle(startScript(), {
      plan: pair,
      answer: (attempt, all) => {
        if (attempt.unit === 'a' && attempt.phase === 'implement')
          return { ...usual(all, attempt, pair), head: oidOf('same'), tree: oidOf('same') } as Outcome
        return failsCheck('a/verify', 9)(attempt, all)
      },
    })
    expect(world.state.units).toMatchObject({ a: { status: 'stopped' }, b: { status: 'done' } })
    expect(world.state.units['a']?.stop?.reason).toEqual('the work came back unchanged twice')
  })

  it('S3-22 escalated: what a reviewer refuses for good is not tried again', () => {
    const world = settle(startScript(), {
      plan: pair,
      answer: ({ unit, phase, task }) =>
        unit === 'a' && phase === 'review' && 'nonce' in task
          ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'reject', summary: 'wrong idea' } }
          : undefined,
    })
    expect(world.state.units['a']).toMatchObject({ status: 'stopped', stop: { reason: 'refused: wrong idea' } })
    expect(intended(world, 'a/implement')).toHaveLength(1)
  })

  it('S3-23 at most three attempts, counted for this run and unit, also over a restart', () => {
    const failing3 = settle(startScript(), { plan: pair, answer: failsCheck('a/verify', 99) })
    expect(intended(failing3, 'a/implement')).toHaveLength(3)
    expect(failing3.state.units['a']?.stop?.reason).toEqual('not met after 2 repairs, which is the limit')
    const cut = settle(startScript(), {
      plan: pair,
      answer: (attempt: OpenAttempt, world) => {
        if (attempt.path === 'a/implement' && intended(world, 'a/implement').length === 2) return 'hold'
        return failsCheck('a/verify', 99)(attempt, world)
      },
    })
    // A driver that starts anew knows nothing but the journal.
    cut.state = JSON.parse(JSON.stringify(cut.state)) as World['state']
    settle(cut, { plan: pair, answer: failsCheck('a/verify', 99) })
    expect(intended(cut, 'a/implement')).toHaveLength(3)
  })
})
