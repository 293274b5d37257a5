/** `gates:` and `produces:` hold on phases of every kind, and do to the unit what the effect of their phase says (U-06, S0-26). */
import { describe, expect, it } from 'vitest'
import type { Directive } from '#model/gate.ts'
import type { Effect, Phase } from '#model/phase.ts'
import type { RunSpec } from '#model/run.ts'
import { planOf, specOf, unitOf } from '#testing/builders/index.ts'
import { settle, startScript } from './script.ts'
import { eventsOf, type World } from './world.ts'

const plan = planOf([unitOf('a')])

const never: Directive[] = [{ kind: 'require', field: 'task.attempts', condition: { op: '==', value: '99' } }]

interface Change {
  readonly effect?: Effect
  readonly gates?: Directive[]
  readonly outputs?: Directive[]
}

function templatesWith(name: string, change: Change): RunSpec['templates'] {
  const { templates } = specOf()
  const changed = (phases: readonly Phase[]): Phase[] =>
    phases.map((phase) => (phase.name === name ? { ...phase, ...change } : phase))
  return Object.fromEntries(
    Object.entries(templates).map(([id, template]) => [
      id,
      { ...template, phases: id === 'final' ? template.phases : changed(template.phases) },
    ]),
  )
}

/** Work changes what decides where the question about that is looked at: then it is asked. */
function run(name: string, change: Change): World {
  const guarded = name === 'gate-changes' ? { guarded: plan.units[0]?.writes ?? [] } : {}
  return settle(startScript({ templates: templatesWith(name, change), ...guarded }), { plan })
}

/** What was asked about the phases of a unit, by what the questions are about. */
function asked(world: World): readonly unknown[] {
  return eventsOf(world).flatMap((event) => (event.type === 'question.asked' ? [event.question.about] : []))
}

function verdictsOf(world: World, path: string): readonly string[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'verdict.given' && event.path === path ? [`${event.verdict} ${event.raw}`] : [],
  )
}

describe('directives on phases that nobody performs', () => {
  it('U-06 S0-26 gates of an ask hold before anybody is asked', () => {
    const world = run('approve', { gates: never })
    expect(asked(world)).toEqual([])
    expect(world.state.units['plan']).toMatchObject({
      status: 'stopped',
      stop: { reason: expect.saying('a gate of approve failed: require-failed'), failure: { tag: 'gate' } },
    })
  })

  it('U-06 S0-26 gates of a gate hold before its predicate is looked at', () => {
    const world = run('changed', { gates: never })
    expect(verdictsOf(world, 'a/changed')).toEqual([])
    expect(world.state.units['a']).toMatchObject({
      status: 'stopped',
      stop: { reason: expect.saying('a gate of changed failed: require-failed') },
    })
  })

  it.each(['approve', 'changed'])('U-06 R-05 outputs of %s hold once it has passed', (phase) => {
    const world = run(phase, { outputs: never })
    const unit = phase === 'approve' ? 'plan' : 'a'
    expect(verdictsOf(world, `${unit}/${phase}`)).toEqual(['stop outputs'])
    expect(world.state.units[unit]).toMatchObject({
      status: 'stopped',
      stop: { reason: expect.saying(`the outputs of ${phase} failed`) },
    })
  })

  it('U-06 advisory outputs of a question are recorded, and its plan goes on', () => {
    const world = run('approve', { outputs: never, effect: 'advisory' })
    expect(verdictsOf(world, 'plan/approve')).toEqual(['stop outputs'])
    expect(world.state.units['a']?.merged).toBeDefined()
  })
})

describe('directives and the effect of their phase', () => {
  const kinds = ['review', 'verify', 'changed', 'gate-changes'] as const

  it.each(kinds)('U-06 advisory: gates of %s are recorded, nobody is started, and the unit goes on', (phase) => {
    const world = run(phase, { gates: never, effect: 'advisory' })
    expect(verdictsOf(world, `a/${phase}`)).toEqual(['stop gates'])
    expect(eventsOf(world).some((event) => event.type === 'attempt.intended' && event.path === `a/${phase}`)).toBe(
      false,
    )
    expect(world.state.units['a']?.merged).toBeDefined()
  })

  it('U-06 defer goes on in the same way, off does not look at all', () => {
    const deferred = run('review', { gates: never, effect: 'defer' })
    expect([verdictsOf(deferred, 'a/review'), deferred.state.units['a']?.merged === undefined]).toEqual([
      ['stop gates'],
      false,
    ])
    const off = run('review', { gates: never, effect: 'off' })
    expect([verdictsOf(off, 'a/review'), off.state.units['a']?.merged === undefined]).toEqual([[], false])
  })

  it('U-06 advisory: what a phase must bring and did not is recorded, and the unit goes on', () => {
    const world = run('review', { outputs: never, effect: 'advisory' })
    expect(verdictsOf(world, 'a/review')).toEqual(['stop outputs'])
    expect(world.state.units['a']?.merged).toBeDefined()
  })

  it.each(kinds)('U-06 ask: a human decides whether to go on although the gates of %s do not hold', (phase) => {
    const change = { gates: never, effect: 'ask' } as const
    const yes = run(phase, change)
    expect(asked(yes)).toEqual(['plan', 'verdict'])
    expect(verdictsOf(yes, `a/${phase}`)).toEqual(['stop gates', 'pass approve'])
    expect(yes.state.units['a']?.merged).toBeDefined()
  })

  it('U-06 blocking, the default, stops the unit and records no verdict', () => {
    const world = run('review', { gates: never })
    expect(verdictsOf(world, 'a/review')).toEqual([])
    expect(world.state.units['a']).toMatchObject({ status: 'stopped', stop: { failure: { tag: 'gate' } } })
  })
})
