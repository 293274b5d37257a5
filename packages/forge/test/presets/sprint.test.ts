/** The sprint preset by the production core: order, loops, failures, escalation and reopening (seed S0). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeEvent } from '#core/state/upcast.ts'
import { invalidatedBy } from '#core/views/reopen.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import { raw } from '#messages/said.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec } from '#presets/spec.ts'
import { failures, operator, planOf, shippedPreset, specFor, unitOf } from '#testing/builders/index.ts'
import { failing, settle, usual } from '../core/script.ts'
import { deliver, eventsOf, stamp, type World, viewIn } from '../core/world.ts'
import { a, failingIn, planned, saying, sprint, startedOf, unitIn, type Answer, taskState } from './sprinting.ts'

describe('the pipeline of a task', { timeout: 60_000 }, () => {
  it('S0-01 goes plan → review-plan → implement → review-code → validate → approve → writeback → commit', () => {
    const world = sprint([a])
    const judged = ['verify', 'integrate', 'verify-merged', 'clean']
    expect(startedOf(world, 'a').filter((phase) => !judged.includes(phase))).toEqual([
      'plan',
      'review-plan',
      'implement',
      'review-code',
      'validate',
      'approve',
      'writeback',
      'commit',
    ])
    expect(world.state.outcome).toBe('done')
  })

  it('S0-01 what writeback wrote is in the report, and it is told to change nothing', () => {
    const world = sprint([a])
    const { documents } = viewIn(world)
    const { text } = unitIn(world, 'a').documents['writeback'] ?? {}
    expect(text).toBeTruthy()
    // The plan of the task is read by other phases, so it is no document for people.
    expect(documents).toEqual([{ unit: 'a', phase: 'writeback', text }])
    const told = ['workflows/writeback.md', 'personas/collator.md'].map((file) =>
      readFileSync(new URL(`../../src/presets/${file}`, import.meta.url), 'utf8').toLowerCase(),
    )
    for (const words of told) {
      expect(words).toMatch(/change no file/)
      expect(words).not.toMatch(/bring (them|it) up to date|change documents/)
    }
  })

  it('S0-11 every phase is an attempt of its own, with its own nonce, and works from the recorded plan', () => {
    const world = sprint([a])
    const tasks = eventsOf(world).flatMap((event) => (event.type === 'attempt.intended' ? [event.task] : []))
    const nonces = tasks.flatMap((task) => ('nonce' in task ? [task.nonce] : []))
    expect(new Set(nonces).size).toBe(nonces.length)
    const work = tasks.find((task) => task.do === 'work')
    expect(work?.documents?.map(({ from, hash }) => [from, hash])).toEqual([
      ['plan', unitIn(world, 'a').documents['plan']?.hash],
    ])
  })

  it('S0-03 a task asks for a pipeline by name; one that does not exist is told, and the default takes its place', () => {
    const quick = { phases: specFor('bug').templates['route-a']?.phases ?? [] }
    const spec = specFor('sprint')
    const templates = { ...spec.templates, quick: { ...quick, onStop: 'continue' as const } }
    const plan = spec.templates['planning']?.phases.map((phase) =>
      phase.kind === 'agent' ? { ...phase, pipelines: ['quick'] } : phase,
    )
    const units = [unitOf('a', { pipeline: 'quick' }), unitOf('b', { pipeline: 'nowhere' })]
    const world = sprint(units, undefined, {
      templates: { ...templates, planning: { phases: plan ?? [], onStop: 'halt' } },
    })
    expect(unitIn(world, 'a').spec.template).toBe('quick')
    expect(unitIn(world, 'b').spec.template).toBe('task')
    const [changed] = eventsOf(world).filter((event) => event.type === 'graph.changed' && event.plan !== undefined)
    expect((changed as EventOf<'graph.changed'>).warnings?.[0]).toSay('pipeline nowhere, which does not exist')
  })

  it("S0-03 the project's own pipeline named default takes the place of the preset's for tasks that ask for none", () => {
    const { templates } = shippedPreset('bug')
    const [quick, spec] = [templates['route-a'], specFor('sprint')]
    const pipelines = quick === undefined ? {} : { default: quick, other: quick }
    const own = presetSpec(shippedPreset('sprint'), { ...spec, verify: [], pipelines })
    const world = sprint([unitOf('a'), unitOf('b', { pipeline: 'other' })], undefined, { templates: own.templates })
    expect([unitIn(world, 'a'), unitIn(world, 'b')].map(({ spec: { template } }) => template)).toEqual([
      'default',
      'other',
    ])
    expect(startedOf(world, 'a')).not.toContain('review-plan')
  })

  it('S0-04 S0-36 C-09 R-03 an escalated task stops only itself: others go on, its dependants are held back', () => {
    const units = [a, unitOf('b', { depends: ['a'] }), unitOf('c')]
    const world = sprint(units, (attempt, at) =>
      attempt.unit === 'a' ? saying('review-code', 'revision')(attempt, at) : undefined,
    )
    expect(units.map(({ id }) => taskState(world.state, unitIn(world, id)))).toEqual([
      'escalated',
      'draft',
      'committed',
    ])
    const stops = eventsOf(world).filter((event) => event.type === 'unit.stopped')
    // One event is all there is to it: status, reason, evidence and the way forward.
    expect(stops).toEqual([
      expect.objectContaining({
        unit: 'a',
        reason: expect.saying('3 times'),
        failure: { tag: 'unmet', summary: 'more' },
        remedy: expect.objectContaining({ word: 'reopen' }) as object,
      }),
    ])
    expect(startedOf(world, 'b')).toEqual([])
  })
})

describe('loops and failures', { timeout: 60_000 }, () => {
  it.each([
    ['review-plan', 'plan'],
    ['review-code', 'implement'],
    ['validate', 'implement'],
  ])('S0-32 U-05 with 3, the third revision of %s escalates; the first two jump to %s', (phase, target) => {
    const world = sprint([a], saying(phase, 'revision'))
    const started = startedOf(world, 'a')
    expect(started.filter((name) => name === phase)).toHaveLength(3)
    expect(started.filter((name) => name === target)).toHaveLength(3)
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('escalated')
    const twice = sprint([a], saying(phase, 'revision', 2))
    expect(taskState(twice.state, unitIn(twice, 'a'))).toBe('committed')
  })

  it('S0-32 counters of phases are their own: two revisions here do not count there', () => {
    const [plan, code] = [saying('review-plan', 'revision', 2), saying('review-code', 'revision', 2)]
    const world = sprint([a], (attempt, at) => plan(attempt, at) ?? code(attempt, at))
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('committed')
  })

  it.each([failures.empty, failures.crash, failures.timeout])(
    'S0-33 S0-39 $tag: once more with a simplified prompt, then escalated',
    (failure) => {
      const world = sprint([a], failingIn('implement', failing(failure)))
      const variants = eventsOf(world).flatMap((event) =>
        event.type === 'attempt.intended' && event.task.do === 'work' ? [event.task.variant] : [],
      )
      expect(variants).toEqual(['plain', 'simplified'])
      expect(taskState(world.state, unitIn(world, 'a'))).toBe('escalated')
    },
  )

  it('D-04 a second empty answer after a revision is another input: it is asked again, not escalated', () => {
    const revise = saying('review-code', 'revision', 1)
    const world = sprint([a], (attempt, at) => {
      const isFirst = attempt.task.do === 'work' && attempt.task.variant === 'plain'
      return isFirst ? failing(failures.empty) : revise(attempt, at)
    })
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('committed')
    expect(startedOf(world, 'a').filter((name) => name === 'implement')).toHaveLength(4)
  })

  it('S0-34 a red check goes back to the engineer once, with the error; the second time the task is escalated', () => {
    const red = (attempt: OpenAttempt): Outcome | undefined => {
      if (attempt.phase !== 'verify' || attempt.task.do !== 'check') return undefined
      const results = attempt.task.commands.map(({ name }) => ({
        name,
        exitCode: 1,
        timedOut: false,
        durationMs: 1,
        outputHash: 'a'.repeat(64),
        excerpt: raw('expected 1, got 2'),
      }))
      return { status: 'checked', results }
    }
    const world = sprint([a], red)
    const told = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && event.task.do === 'work' ? [event.task.feedback?.failure] : [],
    )
    expect(told).toEqual([undefined, { tag: 'unmet', summary: expect.saying('expected 1, got 2'), must: 'check' }])
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('escalated')
  })

  it('S0-35 a merge conflict is escalated, not tried again', () => {
    const world = sprint([a], failingIn('integrate', failing(failures.conflict)))
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('escalated')
    expect(startedOf(world, 'a').filter((name) => name === 'integrate')).toHaveLength(1)
  })

  it('S0-30 the verdict is the word of the record: what else the judge writes is not read', () => {
    const world = sprint([a], ({ phase, task }) =>
      phase === 'validate' && task.do === 'judge'
        ? { status: 'judged', answer: { nonce: task.nonce, verdict: 'revision', summary: 'approved, approved!' } }
        : undefined,
    )
    expect(unitIn(world, 'a').merged).toBeUndefined()
    expect(startedOf(world, 'a')).not.toContain('approve')
  })

  it('S0-31 S0-40 a word that is none escalates and is never taken for a yes', () => {
    const world = sprint([a], saying('approve', 'LGTM'))
    expect(unitIn(world, 'a').merged).toBeUndefined()
    expect(unitIn(world, 'a').stop?.failure?.tag).toBe('invalid')
  })
})

describe('gates', { timeout: 60_000 }, () => {
  it('S0-26 R-05 a plan that is a stub stops the task with its code and remedy, and nothing is tried again', () => {
    const world = sprint([a], ({ phase, task }) =>
      phase === 'plan' && task.do === 'document'
        ? { status: 'documented', answer: { nonce: task.nonce, document: 'short' } }
        : undefined,
    )
    expect(startedOf(world, 'a')).toEqual(['plan'])
    const { stop } = unitIn(world, 'a')
    expect(stop?.reason).toSay('the outputs of plan failed: output-stub')
    expect(stop?.remedy.hint).toSay(/^\S+\/a\/PLAN\.md is too short for the result of plan\. Complete it/)
  })

  it('S0-26 a failed gate never spawns, and a gate that cannot be read right is another reason', () => {
    const gated = (line: object): Partial<RunSpec> => {
      const spec = specFor('sprint')
      const phases = spec.templates['task']?.phases.map((phase) =>
        phase.name === 'implement' ? { ...phase, gates: [line] } : phase,
      )
      return { templates: { ...spec.templates, task: { phases, onStop: 'continue' } as never } }
    }
    const failed = sprint([a], undefined, gated({ kind: 'after', phase: 'validate', verdict: 'approved' }))
    expect(startedOf(failed, 'a')).toEqual(['plan', 'review-plan'])
    expect(unitIn(failed, 'a').stop?.reason).toSay('a gate of implement failed: after-failed')
    const wrong = sprint([a], undefined, gated({ kind: 'after', phase: 'validat', verdict: 'approved' }))
    expect(unitIn(wrong, 'a').stop?.reason).toSay('a gate of implement is misconfigured: misconfigured')
  })

  it('S0-28 D-03 nothing is approved that was not validated, and nothing is committed that was not approved', () => {
    const phases = specFor('sprint').templates['task']?.phases ?? []
    const gatesOf = (name: string): readonly unknown[] => phases.find((phase) => phase.name === name)?.gates ?? []
    expect(gatesOf('approve')).toContainEqual({ kind: 'after', phase: 'validate', verdict: 'approved' })
    expect(gatesOf('approve')).toContainEqual({ kind: 'after', phase: 'review-code', verdict: 'approved' })
    expect(gatesOf('implement')).toContainEqual({ kind: 'after', phase: 'review-plan', verdict: 'approved' })
    expect(gatesOf('commit')).toContainEqual({ kind: 'after', phase: 'approve', verdict: 'approved' })
    // Whoever switches validation off is stopped by the gate, not waved through.
    const spec = specFor('sprint')
    const off = phases.map((phase) => (phase.name === 'validate' ? { ...phase, effect: 'off' as const } : phase))
    const world = sprint([a], undefined, {
      templates: { ...spec.templates, task: { phases: off, onStop: 'continue' } },
    })
    expect(startedOf(world, 'a')).not.toContain('approve')
    expect(unitIn(world, 'a').stop?.reason).toSay('a gate of approve failed: after-failed: validate')
  })

  it('R-12 Forge commits by itself, behind gate and boundary, exactly what was verified; then the task is committed', () => {
    const work =
      (changed: string[]): Answer =>
      (attempt, at) =>
        attempt.phase === 'implement' ? ({ ...usual(at, attempt, planOf([a])), changed } as Outcome) : undefined
    const unapproved = sprint([a], saying('approve', 'revision'))
    const outside = sprint([a], work(['elsewhere.ts']))
    for (const world of [unapproved, outside]) {
      expect(startedOf(world, 'a')).not.toContain('commit')
      expect(taskState(world.state, unitIn(world, 'a'))).toBe('escalated')
    }
    const world = sprint([a])
    const taskAt = (path: string) =>
      eventsOf(world).find((event) => event.type === 'attempt.intended' && event.path === path)
    const { candidate } = unitIn(world, 'a')
    expect(taskAt('a/verify-merged')).toMatchObject({ task: { do: 'check', commit: candidate?.commit } })
    expect(taskAt('a/commit')).toMatchObject({ task: { do: 'merge', commit: candidate?.commit, tip: candidate?.tip } })
    expect(taskState(world.state, unitIn(world, 'a'))).toBe('committed')
    // Nothing to commit is success.
    const nothing = sprint([a], work([]))
    expect(taskState(nothing.state, unitIn(nothing, 'a'))).toBe('committed')
  })

  it('R-09 a verdict on what is no longer there does not count: a changed head is judged again by all', () => {
    const world = sprint([a], saying('approve', 'revision', 1))
    const started = startedOf(world, 'a')
    for (const phase of ['implement', 'verify', 'review-code', 'validate', 'approve'])
      expect([phase, started.filter((name) => name === phase).length]).toEqual([phase, 2])
    expect(started.filter((name) => name === 'review-plan')).toHaveLength(1)
  })
})

describe('what is recorded of a task', { timeout: 60_000 }, () => {
  /** The actions of the seed, each as the event that says it here. */
  const actions: Readonly<Record<string, (event: Event) => boolean>> = {
    start: ({ type }) => type === 'attempt.intended',
    complete: ({ type }) => type === 'attempt.finished',
    gate_failed: (event) => event.type === 'unit.stopped' && event.failure?.tag === 'gate',
    subagent_retry: (event) => event.type === 'recovery.chosen' && event.rung === 'retry',
    subagent_escalated: (event) => event.type === 'unit.stopped' && event.failure?.tag === 'empty',
    verdict_malformed: (event) => event.type === 'verdict.given' && event.failure?.tag === 'invalid',
    escalated: (event) => event.type === 'unit.stopped' && event.failure?.tag === 'unmet',
    task_skipped: (event) => event.type === 'run.begun' && event.skipped?.[0]?.unit === 'a',
  }
  const actionsOf = (world: World): readonly string[] =>
    Object.keys(actions).filter((name) => eventsOf(world).some((event) => actions[name]?.(event) === true))

  it('S0-18 every action has its event: start, complete, gate failed, retry, malformed verdict, escalated, skipped', () => {
    const stub = (attempt: OpenAttempt): Outcome | undefined =>
      attempt.task.do === 'document'
        ? { status: 'documented', answer: { nonce: attempt.task.nonce, document: 'short' } }
        : undefined
    const skipping = planned([a, unitOf('b')])
    deliver(skipping, { type: 'begin', ...stamp(skipping), by: operator, only: ['a'] })
    settle(skipping, { plan: planOf([a]), answer: failingIn('plan', failing(failures.blocked)) })
    deliver(skipping, { type: 'begin', ...stamp(skipping), by: operator })
    expect(actionsOf(sprint([a]))).toEqual(['start', 'complete'])
    expect(actionsOf(sprint([a], stub))).toEqual(['start', 'complete', 'gate_failed'])
    expect(actionsOf(sprint([a], failingIn('implement', failing(failures.empty))))).toEqual([
      'start',
      'complete',
      'subagent_retry',
      'subagent_escalated',
    ])
    expect(actionsOf(sprint([a], saying('approve', 'LGTM', 1)))).toContain('verdict_malformed')
    expect(actionsOf(sprint([a], saying('review-code', 'revision')))).toContain('escalated')
    expect(actionsOf(skipping)).toContain('task_skipped')
  })

  it('S0-18 is a closed set: an unknown event, or one that says more than it may, cannot be read', () => {
    expect(decodeEvent('{"type":"unit.finished","v":1,"at":1,"unit":"a"}').ok).toBe(true)
    expect(decodeEvent('{"type":"task.improvised","v":1,"at":1}').ok).toBe(false)
    expect(decodeEvent('{"type":"unit.finished","v":1,"at":1,"unit":"a","mood":"fine"}').ok).toBe(false)
  })
})

describe('escalation and reopening', { timeout: 60_000 }, () => {
  function escalated(): World {
    return sprint([a, unitOf('b')], (attempt, at) =>
      attempt.unit === 'a' ? saying('review-code', 'revision', 3)(attempt, at) : undefined,
    )
  }

  it('C-23 D-02 the printed way forward works: reopened with a reason it goes on, history and counters are kept', () => {
    const word = saying('review-code', 'revision', 3)
    const answer: Answer = (attempt, at) => (attempt.unit === 'a' ? word(attempt, at) : undefined)
    const world = sprint([a, unitOf('b')], answer)
    const before = unitIn(world, 'a')
    expect(before.stop?.remedy.word).toBe('reopen')
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'only the parser' })
    settle(world, { plan: planOf([a]), answer })
    const after = unitIn(world, 'a')
    expect(taskState(world.state, after)).toBe('committed')
    expect(after.dispatches).toBeGreaterThan(before.dispatches)
    expect(after.phases['review-code']?.revisions).toBe(2)
    expect(eventsOf(world)).toContainEqual(
      expect.objectContaining({ type: 'unit.reopened', unit: 'a', reason: 'only the parser', by: operator }),
    )
  })

  it('R-07 reopened from an earlier phase, exactly that one works again and what builds on it is judged again', () => {
    const word = saying('review-code', 'revision', 3)
    const answer: Answer = (attempt, at) => (attempt.unit === 'a' ? word(attempt, at) : undefined)
    const world = sprint([a], answer)
    const count = startedOf(world, 'a').length
    const unit = viewIn(world).units.find(({ id }) => id === 'a')
    if (unit === undefined) throw new Error('no unit a')
    expect(invalidatedBy(unit, 'plan')).toEqual({
      works: 'plan',
      again: ['review-plan', 'implement', 'boundary', 'verify'],
    })
    expect(invalidatedBy(unit, 'review-plan')).toBeUndefined()
    deliver(world, { type: 'reopen', ...stamp(world), unit: 'a', by: operator, reason: 'plan anew', from: 'plan' })
    settle(world, { plan: planOf([a]), answer })
    expect(startedOf(world, 'a').slice(count, count + 4)).toEqual(['plan', 'review-plan', 'implement', 'verify'])
    const wrong = deliver(escalated(), {
      type: 'reopen',
      ...stamp(world),
      unit: 'a',
      by: operator,
      reason: 'x',
      from: 'plam',
    })
    expect(wrong.events).toEqual([expect.objectContaining({ type: 'command.refused' })])
  })

  it('S0-05 a stopped task is skipped whole when the sprint goes on, and that is recorded', () => {
    const world = escalated()
    const only = deliver(world, { type: 'begin', ...stamp(world), by: operator, only: ['a'] })
    expect(only.events[0]).toMatchObject({ type: 'command.refused' })
    const held = planned([a, unitOf('b')])
    deliver(held, { type: 'begin', ...stamp(held), by: operator, only: ['a'] })
    settle(held, { plan: planOf([a]), answer: failingIn('plan', failing(failures.blocked)) })
    const [begun] = deliver(held, { type: 'begin', ...stamp(held), by: operator }).events
    expect(begun).toMatchObject({ type: 'run.begun', skipped: [{ unit: 'a', status: { code: 'state.blocked' } }] })
  })
})
