/** The router: which sources count, in which order, and what is recorded about it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defined } from '#model/defined.ts'
import { Effort, Route, RouteHint, Routing, Tier, type Cluster } from '#model/route.ts'
import { modelTiers } from '#presets/model-tiers.ts'
import { agentModels, capabilities, roleTiers, tierEfforts } from '#presets/routing.ts'
import { clusterOf } from './cluster.ts'
import { hintOf } from './sources.ts'
import { isAsRouted } from './models.ts'
import { routeOf } from './route.ts'

/** The models that Forge knows of Claude Code; the models change, the mapping of tiers to them does not. */
const { light, standard, heavy, max } = modelTiers.anthropic

const variables = (opus?: string, sonnet?: string, haiku?: string) => ({
  ANTHROPIC_DEFAULT_OPUS_MODEL: opus,
  ANTHROPIC_DEFAULT_SONNET_MODEL: sonnet,
  ANTHROPIC_DEFAULT_HAIKU_MODEL: haiku,
})

function routingOf(more: Partial<Routing> = {}): Routing {
  return Routing.parse({
    cluster: { kind: 'unknown' },
    models: {},
    canonical: agentModels['claude-code']?.canonical,
    overrides: {},
    personas: {},
    tiers: roleTiers,
    efforts: tierEfforts,
    capabilities: [...capabilities],
    ...more,
  })
}

const tiered: Cluster = clusterOf(variables('claude-opus-4-6', 'claude-sonnet-4-6', 'claude-haiku-4-5'))

describe('the cluster', () => {
  it('S0-08 is single when all three variables are equal, tiered when they differ', () => {
    expect(clusterOf(variables('m', 'm', 'm'))).toEqual({ kind: 'single', model: 'm' })
    expect(clusterOf(variables('a', 'b', 'c'))).toEqual({
      kind: 'tiered',
      models: { heavy: 'a', standard: 'b', light: 'c' },
    })
    expect(clusterOf(variables('a'))).toEqual({ kind: 'tiered', models: { heavy: 'a' } })
  })

  it('D-01 unset variables are unknown, never single: a missing answer is not the answer "one model"', () => {
    expect(clusterOf({})).toEqual({ kind: 'unknown' })
    expect(clusterOf(variables('', ' ', ''))).toEqual({ kind: 'unknown' })
    expect(clusterOf(variables(undefined, 'b', 'b'))).toEqual({ kind: 'unknown' })
    expect(routeOf(routingOf({ cluster: clusterOf({}) }), { role: 'validate' }).model).toBe(heavy)
  })
})

describe('a route', () => {
  it('S0-08 leaves the model out in a single cluster, tells the alias in a tiered one, the id in an unknown one', () => {
    const single = routeOf(routingOf({ cluster: { kind: 'single', model: 'm' } }), { role: 'approve' })
    expect(single).toMatchObject({ tier: 'heavy', resolved: 'm' })
    expect(single).not.toHaveProperty('model')
    expect(routeOf(routingOf({ cluster: tiered }), { role: 'commit' })).toMatchObject({
      model: 'haiku',
      resolved: 'claude-haiku-4-5',
    })
    expect(routeOf(routingOf(), { role: 'implement' })).toMatchObject({ model: standard })
  })

  it('S0-08 a model named for the phase always wins, whatever the cluster', () => {
    for (const cluster of [tiered, { kind: 'single', model: 'm' }, { kind: 'unknown' }] as const) {
      const routing = routingOf({ cluster, models: { light: 'other' }, personas: { commit: { model: 'mine' } } })
      expect(routeOf(routing, { role: 'commit', ofPhase: { model: 'exactly-this' } }).model).toBe('exactly-this')
    }
    const named = routeOf(routingOf({ cluster: tiered }), { role: 'commit', ofPhase: { model: 'opus' } })
    expect(named).toMatchObject({ tier: 'heavy', model: 'opus', resolved: 'claude-opus-4-6' })
  })

  it('S1-30 each tier is a model, the one of the configuration before the known one; a word that is no tier is standard', () => {
    const known = { light, standard, heavy, max }
    const by = (models: Routing['models'], tier: Tier) =>
      routeOf(routingOf({ models }), { role: 'implement', ofPhase: { tier } }).model
    for (const tier of Tier.options) {
      expect(by({}, tier)).toBe(known[tier])
      expect(by({ [tier]: 'mine' }, tier)).toBe('mine')
    }
    const gigantic = routeOf(routingOf(), { role: 'approve', ofPhase: hintOf({ tier: 'gigantic' }) })
    expect(gigantic).toMatchObject({ tier: 'standard', model: standard })
  })

  it('S0-09 judging is heavy, making is standard, housekeeping is light, anything else standard', () => {
    const tierOf = (role: string): string => routeOf(routingOf(), { role }).tier
    for (const role of ['review-plan', 'review-code', 'validate', 'approve']) expect(tierOf(role)).toBe('heavy')
    for (const role of ['plan', 'implement']) expect(tierOf(role)).toBe('standard')
    for (const role of ['commit', 'writeback']) expect(tierOf(role)).toBe('light')
    for (const role of ['gardener', 'constructor-x', 'tostring']) expect(tierOf(role)).toBe('standard')
  })

  it('U-10 R-14 goes down the cascade: configuration, phase, unit, persona, table of roles, the agent’s own', () => {
    const asking = {
      role: 'reviewer',
      phase: 'review',
      ofPhase: { tier: 'light' },
      ofUnit: { model: 'of-unit' },
    } as const
    const personas = { reviewer: { model: 'of-persona' } }
    const all = routingOf({ personas, overrides: { review: { tier: 'max' }, reviewer: { model: 'of-role' } } })
    expect(routeOf(all, asking)).toMatchObject({ tier: 'max', model: max })
    expect(routeOf(routingOf({ personas, overrides: { reviewer: { model: 'of-role' } } }), asking).model).toBe(
      'of-role',
    )
    // A model of a lower level never beats a tier of a higher one.
    expect(routeOf(routingOf({ personas }), asking)).toMatchObject({ tier: 'light', model: light })
    expect(routeOf(routingOf({ personas }), { role: 'reviewer', ofUnit: asking.ofUnit }).model).toBe('of-unit')
    expect(routeOf(routingOf({ personas }), { role: 'reviewer' }).model).toBe('of-persona')
    expect(routeOf(routingOf(), { role: 'reviewer' }).model).toBe(heavy)
    const own = routeOf(routingOf({ canonical: {} }), { role: 'reviewer' })
    expect(own).not.toHaveProperty('model')
    expect(own.reasons).toContain('model=own by cluster:unknown')
  })

  it('R-14 says who decided tier, model and effort, whoever it was', () => {
    const asking = { role: 'reviewer', phase: 'review', ofPhase: { tier: 'light' }, ofUnit: { effort: 'low' } } as const
    expect(routeOf(routingOf({ overrides: { review: { tier: 'max' } } }), asking).reasons).toEqual([
      'tier=max by routing.review',
      `model=${max} by cluster:unknown`,
      'effort=low by unit',
    ])
    expect(routeOf(routingOf({ overrides: { reviewer: { model: 'mine' } } }), asking).reasons).toEqual([
      'tier=heavy by role:reviewer',
      'model=mine by routing.reviewer',
      'effort=low by unit',
    ])
    expect(routeOf(routingOf(), asking).reasons[0]).toBe('tier=light by phase')
    expect(
      routeOf(routingOf({ personas: { reviewer: { model: 'of-persona' } } }), { role: 'reviewer' }).reasons,
    ).toEqual(['tier=heavy by role:reviewer', 'model=of-persona by persona', 'effort=high by tier:heavy'])
  })

  it('U-10 opus, sonnet and haiku are words for heavy, standard and light', () => {
    const tiers = ['opus', 'sonnet', 'haiku'].map((model) => routeOf(routingOf(), { role: 'x', ofPhase: { model } }))
    expect(tiers.map(({ tier, model }) => [tier, model])).toEqual([
      ['heavy', heavy],
      ['standard', standard],
      ['light', light],
    ])
    const configured = routingOf({ cluster: tiered, models: { heavy: 'my-big-one' } })
    expect(routeOf(configured, { role: 'x', ofPhase: { model: 'opus' } })).toMatchObject({ model: 'my-big-one' })
    expect(routeOf(configured, { role: 'approve' }).reasons).toContain('model=my-big-one by models.heavy')
  })

  it('U-10 clamps the effort to what the model can do, and says so', () => {
    const older = routingOf({ models: { light: 'claude-haiku-4-5', heavy: 'gpt-5.5' } })
    const clamped = routeOf(older, { role: 'commit', ofUnit: { effort: 'max' } })
    expect(clamped.effort).toBe('medium')
    expect(clamped.reasons).toContain('effort=medium by unit, clamped from max by family:haiku')
    expect(routeOf(older, { role: 'approve', ofUnit: { effort: 'max' } }).effort).toBe('xhigh')
    for (const models of Object.values(modelTiers)) {
      const effort = routeOf(routingOf({ models }), { role: 'implement', ofUnit: { effort: 'max' } }).effort
      expect([models.standard, effort]).toEqual([models.standard, models === modelTiers.google ? undefined : 'max'])
    }
    const none = routeOf(routingOf(), { role: 'x', ofPhase: { model: 'gemini-pro' } })
    expect(none).not.toHaveProperty('effort')
    expect(none.reasons.at(-1)).toMatch(/^effort=none by .*family:gemini$/)
    // The model that an agent keeps is known in a single cluster, and its limits with it.
    const single = routingOf({ cluster: { kind: 'single', model: 'some-haiku' } })
    expect(routeOf(single, { role: 'approve' }).effort).toBe('medium')
  })

  it('U-10 another agent keeps its own model until one is named for it', () => {
    const codex = routeOf(routingOf({ overrides: { review: { agent: 'codex' } } }), {
      role: 'reviewer',
      phase: 'review',
    })
    expect(codex).toMatchObject({ agent: 'codex', tier: 'heavy' })
    expect(codex).not.toHaveProperty('model')
    const both = routingOf({ overrides: { reviewer: { agent: 'codex', model: 'gpt-5.5' } } })
    expect(routeOf(both, { role: 'reviewer' })).toMatchObject({ agent: 'codex', model: 'gpt-5.5' })
  })

  it('U-10 is total, storable, and always says why, whoever says what', () => {
    const word = fc.constantFrom('opus', 'haiku', 'some-model', 'gpt-5.5', 'gemini-x')
    const hint = fc.record(
      {
        agent: fc.constantFrom('codex', 'acp:x'),
        tier: fc.constantFrom(...Tier.options),
        model: word,
        effort: fc.constantFrom(...Effort.options),
      },
      { requiredKeys: [] },
    )
    const cluster = fc.constantFrom<Cluster>(tiered, { kind: 'single', model: 'm' }, { kind: 'unknown' })
    fc.assert(
      fc.property(cluster, fc.array(hint, { minLength: 5, maxLength: 5 }), (found, hints) => {
        const [phase = {}, role = {}, ofPhase = {}, ofUnit = {}, persona = {}] = hints.map((each) =>
          RouteHint.parse(each),
        )
        const routing = routingOf({
          cluster: found,
          overrides: { review: phase, reviewer: role },
          personas: { reviewer: persona },
        })
        const route = routeOf(routing, { role: 'reviewer', phase: 'review', ofPhase, ofUnit })
        expect(Route.parse(route)).toEqual(route)
        for (const axis of ['tier=', 'model=', 'effort='])
          expect(route.reasons.some((one) => one.startsWith(axis))).toBe(true)
        const deciding = [phase, role, ofPhase, ofUnit, persona].find(
          ({ tier, model }) => tier !== undefined || model !== undefined,
        )
        if (deciding?.tier !== undefined) expect(route.tier).toBe(deciding.tier)
      }),
    )
  })
})

describe('what was launched', () => {
  it('U-10 is compared with what was routed by the model, not by how its provider writes it', () => {
    const as = (model: string | undefined, launched: string, resolved?: string): boolean =>
      isAsRouted(defined({ model, resolved }), launched)
    expect(as('claude-opus-4-8', 'claude-opus-4-8-20260301')).toBe(true)
    expect(as('claude-opus-4-8', 'anthropic/claude-opus-4-8[1m]')).toBe(true)
    expect(as('claude-opus-4-8', 'claude-opus-4-80')).toBe(false)
    expect(as('claude-opus-4-8', 'claude-sonnet-4-6')).toBe(false)
    expect(as('opus', 'claude-opus-4-6', 'claude-opus-4-6')).toBe(true)
    expect(as('opus', 'claude-opus-4-5', 'claude-opus-4-6')).toBe(false)
    expect(as('opus', 'claude-opus-9')).toBe(true)
    expect(as('opus', 'claude-sonnet-4-6')).toBe(false)
    expect(as(undefined, 'anything')).toBe(true)
  })
})
