/** The budget vector: one counter for each trouble, spent before it is met again, and a stop that says what to do when it is gone. */
import { describe, expect, it } from 'vitest'
import { raw } from '#messages/said.ts'
import { auditRun } from '#core/audit/audit.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import type { Outcome } from '#model/attempt.ts'
import type { EventOf } from '#model/event.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import type { Route } from '#model/route.ts'
import { checkResult, failures, planOf, routingOf, unitOf } from '#testing/builders/index.ts'
import { inEnglish } from '../in-english.ts'
import { failing, settle, startScript, type Script } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const plan = planOf([unitOf('a')])
const refusal: Failure = { tag: 'blocked', why: 'refusal', text: raw('I will not') }
const overflow: Failure = { tag: 'blocked', why: 'overflow', text: raw('too long') }

function routesOf(world: World, path: string): readonly (Route | undefined)[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'attempt.intended' && event.path === path && 'route' in event.task ? [event.task.route] : [],
  )
}

function modelsOf(world: World, path: string): readonly (string | undefined)[] {
  return routesOf(world, path).map((route) => route?.model)
}

function recoveriesOf(world: World, counts: EventOf<'recovery.chosen'>['counts']): EventOf<'recovery.chosen'>[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'recovery.chosen' && event.counts === counts ? [event] : [],
  )
}

/** `a/implement` answers with these, one after the other, then well. */
function implementing(...outcomes: readonly Outcome[]): NonNullable<Script['answer']> {
  let told = 0
  return ({ path }) => (path === 'a/implement' ? outcomes[told++] : undefined)
}

function red(attempt: OpenAttempt): Outcome {
  const { task } = attempt
  return {
    status: 'checked',
    results: task.do === 'check' ? task.commands.map(({ name }) => checkResult(name, 1)) : [],
  }
}

describe('a phase that says itself how often', () => {
  it('U-05 I-31 may send back more often than the budget of the run, and the auditor knows it', () => {
    const { templates } = startScript().state.spec as NonNullable<World['state']['spec']>
    const module = templates['module'] as (typeof templates)[string]
    const phases = module.phases.map((phase) => (phase.name === 'verify' ? { ...phase, maxIterations: 6 } : phase))
    const world = settle(startScript({ templates: { ...templates, module: { ...module, phases } } }), {
      plan,
      answer: (attempt) => (attempt.path === 'a/verify' ? red(attempt) : undefined),
    })
    expect(recoveriesOf(world, 'repairs')).toHaveLength(5)
    const entries = eventsOf(world).map((event, index) => ({ seq: index + 1, epoch: 1, event }))
    const git = { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees: [] }
    const counters = auditRun(entries, git).filter(({ id }) => id === 'I-31')
    expect(counters).toEqual([])
    const [created, ...rest] = structuredClone(entries)
    if (created?.event.type !== 'run.created') throw new Error('not created')
    for (const phase of created.event.spec.templates['module']?.phases ?? []) delete phase.maxIterations
    expect(auditRun([created, ...rest], git).map(({ id }) => id)).toContain('I-31')
  })
})

describe('a model that refuses', () => {
  it('U-05 S1-56 is asked once through another one, which the route tells with its reason; what it does counts', () => {
    const world = settle(startScript({ routing: routingOf() }), { plan, answer: implementing(failing(refusal)) })
    expect(modelsOf(world, 'a/implement')).toEqual(['middle-1', 'large-1'])
    expect(routesOf(world, 'a/implement')[1]?.reasons).toContain('tier=heavy by refusal, instead of standard')
    expect(world.state.units['a']).toMatchObject({ status: 'done', phases: { implement: { otherModels: 1 } } })
    expect(recoveriesOf(world, 'otherModels')[0]?.reason).toEqual('standard (middle-1) refuses; asking heavy (large-1)')
  })

  it('U-05 S1-56 stops the unit when the other refuses too; a number in the budget is all that decides how many', () => {
    const answer = implementing(...Array.from({ length: 9 }, () => failing(refusal)))
    const world = settle(startScript({ routing: routingOf() }), { plan, answer })
    expect(modelsOf(world, 'a/implement')).toHaveLength(2)
    expect(world.state.units['a']?.stop).toMatchObject({
      reason: 'the model refuses, and so did the one before it: I will not',
      remedy: { word: 'reopen', hint: expect.saying('another model') },
    })
    const { budget } = startScript().state.spec ?? {}
    if (budget === undefined) throw new Error('no budget')
    const more = settle(startScript({ routing: routingOf(), budget: { ...budget, otherModels: 9 } }), {
      plan,
      answer: implementing(...Array.from({ length: 9 }, () => failing(refusal))),
    })
    expect(modelsOf(more, 'a/implement')).toEqual(['middle-1', 'large-1', 'huge-1', 'small-1'])
    expect(more.state.units['a']?.stop?.reason).toSay('no other model is configured')
  })

  it('U-05 S1-56 is not asked again where no other model is known', () => {
    const answer = implementing(failing(refusal))
    const world = settle(startScript({ routing: routingOf({ canonical: {} }) }), { plan, answer })
    expect(world.state.units['a']?.stop?.reason).toSay('no other model is configured')
    const single = routingOf({ cluster: { kind: 'single', model: 'one' } })
    const alone = settle(startScript({ routing: single }), { plan, answer: implementing(failing(refusal)) })
    expect(modelsOf(alone, 'a/implement')).toHaveLength(1)
  })
})

describe('work that does not fit into the model', () => {
  it('U-05 S1-56 goes one tier up with each overflow, to the top, and stops there with the advice to split', () => {
    const answer = implementing(...Array.from({ length: 9 }, () => failing(overflow)))
    const world = settle(startScript({ routing: routingOf({ tiers: { worker: 'light' } }) }), { plan, answer })
    expect(routesOf(world, 'a/implement').map((route) => route?.tier)).toEqual(['light', 'standard', 'heavy', 'max'])
    expect(modelsOf(world, 'a/implement')).toEqual(['small-1', 'middle-1', 'large-1', 'huge-1'])
    expect(recoveriesOf(world, 'tiersUp')).toHaveLength(3)
    expect(world.state.units['a']?.stop?.remedy.hint).toSay('split the unit')
    // A tier whose model is the same one is no way up.
    const tiered = routingOf({ cluster: { kind: 'tiered', models: { heavy: 'x', standard: 'y', light: 'z' } } })
    const three = settle(startScript({ routing: tiered }), {
      plan,
      answer: implementing(...Array.from({ length: 9 }, () => failing(overflow))),
    })
    expect(routesOf(three, 'a/implement').map((route) => route?.resolved)).toEqual(['y', 'x'])
  })

  it('U-05 keeps its tier for the rest of the phase, and the number of the budget holds', () => {
    const answer = implementing(failing(overflow))
    const world = settle(startScript({ routing: routingOf() }), {
      plan,
      answer: (attempt, at) =>
        attempt.path === 'a/verify' && routesOf(at, 'a/implement').length < 3 ? red(attempt) : answer(attempt, at),
    })
    expect(modelsOf(world, 'a/implement')).toEqual(['middle-1', 'large-1', 'large-1'])
    const { budget } = startScript().state.spec ?? {}
    if (budget === undefined) throw new Error('no budget')
    const short = settle(startScript({ routing: routingOf(), budget: { ...budget, tiersUp: 0 } }), {
      plan,
      answer: implementing(failing(overflow)),
    })
    expect(modelsOf(short, 'a/implement')).toHaveLength(1)
  })
})

describe('the other blockers', () => {
  it.each([
    ['scope', 'the work is too large for one unit', 'split'],
    ['tooling', 'a tool does not work', 'fix'],
    ['external', 'something outside of the repository is missing', 'provide what it waits for'],
    ['unknown', 'the agent is blocked', 'look at the reason'],
  ] as const)('S1-56 %s is said by its own word, stops at once, and has its own advice', (why, reason, hint) => {
    const answer = ({ task, path }: OpenAttempt): Outcome | undefined => {
      if (path !== 'a/implement' || task.do !== 'work') return undefined
      const told = { nonce: task.nonce, status: 'blocked', note: 'context overflow, I refuse, API down', why }
      const { base, start: head } = task
      return { status: 'worked', answer: told, head, tree: '1'.repeat(40), base, changed: [] }
    }
    const world = settle(startScript({ routing: routingOf() }), { plan, answer })
    expect(world.state.units['a']?.stop).toMatchObject({
      reason: `${reason}: context overflow, I refuse, API down`,
      remedy: { hint: expect.saying(hint) },
    })
    expect(modelsOf(world, 'a/implement')).toHaveLength(1)
  })
})

describe('a repair', () => {
  const failsTimes =
    (times: number, path = 'a/verify'): NonNullable<Script['answer']> =>
    (attempt, world) =>
      attempt.path === path && recoveriesOf(world, 'repairs').length < times ? red(attempt) : undefined

  it('U-05 S1-58 is counted before its maker is asked again, with what failed and what to mind', () => {
    const world = settle(startScript(), { plan, answer: failsTimes(1) })
    const events = eventsOf(world)
    const counted = events.findIndex((event) => event.type === 'recovery.chosen')
    const again = events.findLastIndex((event) => event.type === 'attempt.intended' && event.path === 'a/implement')
    expect(counted).toBeLessThan(again)
    expect(events[again]).toMatchObject({
      task: {
        feedback: {
          from: 'verify',
          failure: { tag: 'unmet', must: 'check' },
          hint: expect.saying('fix exactly the criteria that are not met'),
        },
      },
    })
    expect(world.state.units['a']).toMatchObject({ status: 'done', phases: { verify: { repairs: 1, revisions: 0 } } })
  })

  it('U-05 S1-58 may be tried twice by one unit, whichever check finds it; then the unit stops', () => {
    const world = settle(startScript(), {
      plan,
      answer: (attempt) => (attempt.phase === 'verify' ? red(attempt) : undefined),
    })
    expect(world.state.units['a']?.stop?.reason).toEqual('not met after 2 repairs, which is the limit')
    const mixed = settle(startScript(), {
      plan,
      answer(attempt, at) {
        const done = recoveriesOf(at, 'repairs').length
        return attempt.path === (done === 0 ? 'a/verify' : 'a/verify-merged') ? red(attempt) : undefined
      },
    })
    expect(mixed.state.units['a']?.stop?.reason).toEqual('not met after 2 repairs, which is the limit')
    expect(recoveriesOf(mixed, 'repairs').map(({ path }) => path)).toEqual(['a/verify', 'a/verify-merged'])
  })

  it('U-05 S1-60 spends nothing of the revisions that reviewers have, and they nothing of it', () => {
    const world = settle(startScript(), {
      plan,
      answer(attempt, at) {
        const { task, path } = attempt
        if (path === 'a/verify' && recoveriesOf(at, 'repairs').length < 2) return red(attempt)
        if (task.do !== 'judge' || recoveriesOf(at, 'revisions').length >= 2) return undefined
        return { status: 'judged', answer: { nonce: task.nonce, verdict: 'revise' } }
      },
    })
    expect(recoveriesOf(world, 'repairs')).toHaveLength(2)
    expect(recoveriesOf(world, 'revisions')).toHaveLength(2)
    expect(world.state.units['a']?.status).toBe('done')
  })
})

describe('an iteration', () => {
  /** The whole is red until this many plans were made; what is merged stays, so each plan is of one more unit. */
  const redUntil =
    (plans: number): NonNullable<Script['answer']> =>
    (attempt, world) => {
      const made = eventsOf(world).filter(({ type }) => type === 'plan.proposed').length
      if (attempt.path === 'final/verify') return made < plans ? red(attempt) : undefined
      if (attempt.path !== 'plan/draft' || attempt.task.do !== 'plan') return undefined
      const units = [unitOf(`u${made}`)]
      return { status: 'planned', answer: { nonce: attempt.task.nonce, plan: planOf(units) as unknown as Json } }
    }

  it('U-05 S2-21 begins from what the last one found: the plan is made again, what it adds is done, the whole is judged', () => {
    const world = settle(startScript(), { plan, answer: redUntil(3) })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done', replans: 2 })
    const drafts = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.path === 'plan/draft' && event.task.do === 'plan' ? [event.task] : [],
    )
    expect(drafts.map(({ feedback }) => feedback?.from)).toEqual([undefined, 'verify', 'verify'])
    expect(drafts[1]?.feedback).toMatchObject({
      failure: { tag: 'unmet' },
      hint: expect.saying('new names'),
    })
    expect(['u0', 'u1', 'u2'].map((id) => world.state.units[id]?.merged !== undefined)).toEqual([true, true, true])
    // Done is done: only what the new plan adds is worked on.
    const worked = eventsOf(world).filter((event) => event.type === 'attempt.intended' && event.path === 'u0/implement')
    expect(worked).toHaveLength(1)
  })

  it('U-05 S2-21 there are five: the fifth that is not accepted stops, and says how to go on', () => {
    const world = settle(startScript(), { plan, answer: redUntil(99) })
    expect(eventsOf(world).filter(({ type }) => type === 'plan.proposed')).toHaveLength(5)
    expect(recoveriesOf(world, 'iterations')).toHaveLength(4)
    expect(world.state.units['final']?.stop).toMatchObject({
      reason: 'not accepted in 5 iterations, which is the limit',
      remedy: { word: 'reopen', hint: expect.saying(/./) },
    })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'failed' })
  })

  it('U-05 S2-21 a plan that brings nothing new is sent back, each time by name, until its author stops', () => {
    const world = settle(startScript(), {
      plan,
      answer: (attempt) => (attempt.path === 'final/verify' ? red(attempt) : undefined),
    })
    expect(recoveriesOf(world, 'iterations')).toHaveLength(1)
    expect(eventsOf(world).filter(({ type }) => type === 'plan.proposed')).toHaveLength(1)
    const rounds = recoveriesOf(world, 'planRounds')
    expect(rounds.length).toBeGreaterThan(0)
    for (const { failure } of rounds) expect(inEnglish(failure)).toContain('unit a is already merged')
    expect(world.state.units['plan']?.status).toBe('stopped')
    expect(world.state.outcome).not.toBe('done')
  })

  it('U-05 S2-21 whoever cannot plan again holds the whole back; retried, it goes on from there', () => {
    const answer = redUntil(2)
    const world = settle(startScript(), {
      plan,
      answer: (attempt, at) =>
        attempt.path === 'plan/draft' && (at.state.replans ?? 0) > 0 ? failing(failures.blocked) : answer(attempt, at),
    })
    expect(world.state).toMatchObject({
      status: 'finished',
      outcome: 'failed',
      units: { plan: { status: 'stopped' }, final: { status: 'open' } },
    })
    deliver(world, { type: 'retry', ...stamp(world), unit: 'plan', by: { kind: 'operator', name: 'o' } })
    settle(world, { plan, answer })
    expect(world.state).toMatchObject({ status: 'finished', outcome: 'done', replans: 1 })
  })
})

describe('a lock that somebody else holds', () => {
  const locked: Failure = { tag: 'locked', file: 'refs/forge/toy/integration.lock' }

  it('U-05 is waited for three times, each time longer; then the unit stops and names the file', () => {
    const world = settle(startScript(), {
      plan,
      answer: ({ path }) => (path === 'a/merge' ? failing(locked) : undefined),
    })
    const waits = recoveriesOf(world, 'lockWaits').map(({ at, wakeAt = 0 }) => wakeAt - at)
    expect(waits).toEqual([4000, 8000, 16_000])
    expect(world.state.units['a']?.stop).toMatchObject({
      reason: 'another program still holds the lock refs/forge/toy/integration.lock after 3 waits',
      remedy: { word: 'retry', hint: expect.saying('integration.lock') },
    })
  })

  it('U-05 a lock that goes away in time costs nothing but the wait', () => {
    const world = settle(startScript(), {
      plan,
      answer: ({ path }, at) =>
        path === 'a/integrate' && recoveriesOf(at, 'lockWaits').length < 2 ? failing(locked) : undefined,
    })
    expect(world.state.units['a']?.status).toBe('done')
    expect(recoveriesOf(world, 'lockWaits')).toHaveLength(2)
  })
})

describe('a restart', () => {
  it('U-05 knows every counter from the journal alone: nothing of it stands anywhere else', () => {
    const answer = implementing(failing(overflow), failing(refusal))
    const world = settle(startScript({ routing: routingOf() }), { plan, answer, approves: 'no' })
    world.state = JSON.parse(JSON.stringify(world.state)) as World['state']
    for (const question of Object.values(world.state.questions))
      deliver(world, {
        type: 'approve',
        ...stamp(world),
        question: question.key,
        subject: question.subject,
        by: { kind: 'operator', name: 'o' },
      })
    settle(world, { plan, answer })
    expect(world.state.units['a']?.phases['implement']).toMatchObject({ tiersUp: 1, otherModels: 1 })
    expect(modelsOf(world, 'a/implement')).toEqual(['middle-1', 'large-1', 'huge-1'])
  })
})
