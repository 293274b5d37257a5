/** Routes of a run: recorded with each attempt before it starts, and compared with what was launched. */
import { describe, expect, it } from 'vitest'
import { Task } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import { splitPath } from '#model/node-path.ts'
import type { Route } from '#model/route.ts'
import { planOf, routingOf, specOf, unitOf } from '#testing/builders/index.ts'
import { settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World } from './world.ts'

const plan = planOf([unitOf('a'), unitOf('b', { route: { tier: 'max' } }), unitOf('c', { complexity: 'light' })])

/** The route of each attempt of an agent, by its path. */
function routesIn(world: World): Record<string, Route | undefined> {
  const intended = eventsOf(world).flatMap((event) => (event.type === 'attempt.intended' ? [event] : []))
  const byAgents = intended.flatMap(({ path, task }) => ('role' in task ? [[path, task.route] as const] : []))
  return Object.fromEntries(byAgents)
}

describe('the route of an attempt', () => {
  it('U-10 R-14 is chosen at dispatch from what the run recorded, with its reasons, and is part of the intent', () => {
    const routing = routingOf({ overrides: { review: { effort: 'low' } } })
    const routes = routesIn(settle(startScript({ routing }), { plan }))
    expect(routes['plan/draft']).toMatchObject({ tier: 'heavy', model: 'large-1', effort: 'high' })
    expect(routes['a/implement']).toMatchObject({ tier: 'standard', model: 'middle-1' })
    expect(routes['a/review']).toMatchObject({ tier: 'heavy', effort: 'low' })
    expect(routes['a/review']?.reasons).toContain('effort=low by routing.review')
    expect(routes['c/implement']).toMatchObject({ tier: 'light', model: 'small-1' })
    expect(routes['c/review']).toMatchObject({ tier: 'heavy', model: 'large-1' })
    // The unit's own wish is stronger than the table of roles, for all of its agents.
    expect(routes['b/implement']).toMatchObject({ tier: 'max', model: 'huge-1' })
    expect(routes['b/review']).toMatchObject({ tier: 'max' })
  })

  it('U-10 sets how far an attempt may go: thinking, tools, turns and time, for all and for one, each by its first word', () => {
    const usual = { turns: 60, tools: ['read' as const, 'edit' as const], idleMs: 90_000 }
    const overrides = { implement: { turns: 9, thinking: 0, wallMs: 120_000, dollars: 2, mcpServers: ['docs'] } }
    const world = settle(startScript({ routing: routingOf({ overrides, usual }) }), { plan })
    const routes = routesIn(world)
    expect(routes['a/implement']).toMatchObject({
      turns: 9,
      thinking: 0,
      tools: ['read', 'edit'],
      dollars: 2,
      mcpServers: ['docs'],
    })
    expect(routes['a/implement']?.reasons).toEqual(
      expect.arrayContaining([
        'turns=9 by routing.implement',
        'thinking=0 by routing.implement',
        'tools=read+edit by agents',
        'wallMs=120000 by routing.implement',
        'dollars=2 by routing.implement',
        'mcpServers=docs by routing.implement',
        'idleMs=90000 by agents',
      ]),
    )
    expect(routes['a/review']).toMatchObject({ turns: 60 })
    expect(routes['a/review']?.thinking).toBeUndefined()
    const times = eventsOf(world).flatMap((event) =>
      event.type === 'attempt.intended' && 'wallMs' in event.task
        ? [[event.path, event.task.wallMs, event.task.idleMs] as const]
        : [],
    )
    expect(times).toContainEqual(['a/implement', 120_000, 90_000])
    expect(times).toContainEqual(['a/review', 3_600_000, 90_000])
  })

  it('C-06 every way to choose a model is a place in one order, and whoever decided is on record', () => {
    const routed = (said: {
      readonly config?: string
      readonly phase?: string
      readonly unit?: string
      readonly complexity?: 'light'
      readonly persona?: string
    }): readonly (string | undefined)[] => {
      const spec = specOf()
      const named = (model: string | undefined): object => defined({ model })
      for (const phase of spec.templates['module']?.phases ?? [])
        if (phase.name === 'implement') Object.assign(phase, named(said.phase))
      const routing = routingOf({
        overrides: said.config === undefined ? {} : { implement: { model: said.config } },
        personas: said.persona === undefined ? {} : { worker: { model: said.persona } },
      })
      const unit = unitOf('a', {
        ...(said.unit === undefined ? {} : { route: { model: said.unit } }),
        ...defined({ complexity: said.complexity }),
      })
      const world = settle(startScript({ routing, templates: spec.templates }), { plan: planOf([unit]) })
      const route = routesIn(world)['a/implement']
      return [route?.model, route?.reasons.find((reason) => reason.startsWith('model='))?.split(' by ')[1]]
    }
    const persona = { persona: 'of-persona' }
    const unit = { ...persona, unit: 'of-unit' }
    const phase = { ...unit, phase: 'of-phase' }
    expect(routed({ ...phase, config: 'of-config' })).toEqual(['of-config', 'routing.implement'])
    expect(routed(phase)).toEqual(['of-phase', 'phase'])
    expect(routed(unit)).toEqual(['of-unit', 'unit'])
    expect(routed({ ...persona, complexity: 'light' })).toEqual(['small-1', 'cluster:unknown'])
    expect(routed(persona)).toEqual(['of-persona', 'persona'])
    expect(routed({})).toEqual(['middle-1', 'cluster:unknown'])
  })

  it('U-10 is absent in runs that were begun before there was a choice', () => {
    expect(Object.values(routesIn(settle(startScript(), { plan })))).toEqual(Array(7).fill(undefined))
  })

  it('U-10 only agents have one: checks, gates and git cost no tokens', () => {
    const world = settle(startScript({ routing: routingOf() }), { plan })
    for (const event of eventsOf(world)) {
      if (event.type !== 'attempt.intended') continue
      expect(Task.parse(event.task)).toEqual(event.task)
      const [, phase] = splitPath(event.path)
      expect('route' in event.task).toBe(['draft', 'implement', 'review'].includes(phase))
    }
  })
})

describe('what was launched', () => {
  const draft = 'toy/0/plan/draft#1'

  function reported(model: string | undefined, key = draft) {
    const world = settle(startScript({ routing: routingOf() }), { plan, answer: () => 'hold' })
    const session = { kind: 'session' as const, session: 's', ...defined({ model }) }
    return deliver(world, { type: 'attempt.reported', ...stamp(world), key, report: session }).events
  }

  it('U-10 is a recorded fact when it is not what was routed, and the attempt goes on', () => {
    const events = reported('middle-1')
    expect(events.map(({ type }) => type)).toEqual(['attempt.reported', 'route.differed'])
    expect(events.at(-1)).toMatchObject({ key: draft, routed: 'large-1', launched: 'middle-1' })
  })

  it('U-10 is nothing to speak of when it is, or when the agent does not say', () => {
    for (const model of ['large-1', 'provider/large-1-20260101', undefined])
      expect(reported(model).map(({ type }) => type)).toEqual(['attempt.reported'])
    expect(reported('middle-1', 'toy/0/plan/draft#9')).toEqual([])
  })
})
