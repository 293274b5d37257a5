import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import { phaseState } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import { hashText } from '#model/digest.ts'
import { Slug } from '#model/ids.ts'
import { nodePath } from '#model/node-path.ts'
import { AgentPhase, type PhaseContext } from '#model/phase.ts'
import { planOf, specOf, startMessage, unitOf } from '#testing/builders/index.ts'
import { taskContextOf, textsKey } from './task-context.ts'
import { overlayOf } from './overlay.ts'

const texts = hashText('texts of the planner')

function started(): RunState {
  const spec = specOf({ prompts: { planner: texts } })
  const first = runCore.initial('r')
  return runCore.fold(first, runCore.step(first, startMessage({ id: 's', at: 1 }, spec)))
}

/** A phase says something about the unit. */
function said(phase: string, summary: string | undefined): Event {
  return {
    type: 'verdict.given',
    v: 1,
    at: 2,
    path: nodePath('plan', phase),
    key: `r/1/plan/${phase}#1`,
    verdict: 'pass',
    raw: 'approved',
    judged: { subject: '', definition: hashText(''), environment: hashText(''), prompt: '' },
    findings: [],
    ...defined({ summary }),
  }
}

function unitIn(state: RunState, id = 'plan'): UnitState {
  const unit = state.units[id]
  if (unit === undefined) throw new Error(`no unit ${id}`)
  return unit
}

function judge(more: Partial<AgentPhase> & { readonly context?: PhaseContext } = {}): AgentPhase {
  const written = { name: 'review', kind: 'agent', role: 'planner', yields: 'verdict', onRevise: 'draft', ...more }
  return AgentPhase.parse(written)
}

function contextIn(state: RunState, phase: AgentPhase) {
  const unit = unitIn(state)
  const at = phaseState(unit, phase.name)
  return taskContextOf(state, { unit, phase, path: nodePath('plan', phase.name), state: at, judged: undefined }, phase)
}

describe('what an attempt knows', () => {
  it('S0-21 are the last three phases that said something, the newest last, each once', () => {
    const state = runCore.fold(started(), [
      said('a', 'first'),
      said('b', 'second'),
      said('quiet', undefined),
      said('c', 'third'),
      said('d', 'fourth'),
      said('c', 'third again'),
    ])
    const told = contextIn(state, judge()).summaries?.map(({ phase, text }) => `${phase}: ${text}`)
    expect(told).toEqual(['b: second', 'd: fourth', 'c: third again'])
    expect(contextIn(state, judge({ context: { priorSummaries: 1 } })).summaries).toHaveLength(1)
    expect(contextIn(state, judge({ context: { priorSummaries: 3 } })).summaries).toHaveLength(3)
    expect(contextIn(state, judge({ context: { priorSummaries: 0 } }))).not.toHaveProperty('summaries')
  })

  it('S0-24 is the iteration and how many there may be, for phases that can send work back', () => {
    const revised: Event = {
      type: 'recovery.chosen',
      v: 1,
      at: 3,
      path: nodePath('plan', 'review'),
      rung: 'revise',
      counts: 'revisions',
      input: hashText('i'),
      failure: { tag: 'unmet', summary: 'no' },
      variant: 'plain',
      reason: 'revise',
      rule: 'react',
    } as unknown as Event
    const state = started()
    expect(contextIn(state, judge()).loop).toEqual({ iteration: 1, of: 3 })
    const again = runCore.fold(state, [said('review', 'no'), revised])
    expect(contextIn(again, judge({ maxIterations: 5 })).loop).toEqual({ iteration: 2, of: 5 })
    const { onRevise: _, ...final } = judge()
    expect(contextIn(state, final)).not.toHaveProperty('loop')
    expect(contextIn(state, judge({ yields: 'work' }))).not.toHaveProperty('loop')
  })

  it('S0-24 is the round that really is the last: of plans, of the whole, and not counting repairs', () => {
    const state = started()
    const spec = state.spec as NonNullable<RunState['spec']>
    const budget = { ...spec.budget, revisions: 3, planRounds: 5, iterations: 4, repairs: 2 }
    const plans = { ...state, spec: { ...spec, budget } }
    // A plan is sent back within its own budget.
    expect(contextIn(plans, judge()).loop).toEqual({ iteration: 1, of: 5 })
    // A judge of the whole starts iterations.
    const { onRevise: _, ...whole } = judge({ iterate: 'plan' })
    expect(contextIn({ ...plans, replans: 1 }, whole).loop).toEqual({ iteration: 2, of: 4 })
    // A review of work counts what it sent back; repairs are counted for the unit.
    const plan = unitIn(plans)
    const phases = { review: { ...phaseState(plan, 'review'), revisions: 1, repairs: 2 } }
    const unit = { ...plan, spec: { ...plan.spec, template: 'module' }, phases }
    const work = judge({ onRevise: 'implement' })
    expect(contextIn({ ...plans, units: { plan: unit } }, work).loop).toEqual({ iteration: 2, of: 3 })
  })

  it('S0-22 is the wish for the architecture, when the phase has it, and where the texts of its role are', () => {
    expect(contextIn(started(), judge({ context: { architecture: true } }))).toMatchObject({
      architecture: true,
      texts,
    })
    expect(contextIn(started(), judge())).not.toHaveProperty('architecture')
    expect(contextIn(started(), judge({ role: 'constructor-x' }))).not.toHaveProperty('texts')
    const keys = [
      judge(),
      judge({ workflow: 'quick' }),
      judge({ context: { blocks: ['style'] } }),
      judge({ context: { blocks: ['style', 'law'] } }),
      judge({ role: 'r'.repeat(63), workflow: 'quick' }),
    ].map(textsKey)
    expect(keys[0]).toBe('planner')
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) expect(Slug.safeParse(key).success).toBe(true)
  })
})

describe('the overlay', () => {
  /** A run of many units, some in work, with long names. */
  function crowded(title: string): RunState {
    const ids = Array.from({ length: 60 }, (_, index) => `unit-${index}`)
    const state = started()
    const plan = planOf(ids.map((id) => unitOf(id, { title, depends: id === 'unit-1' ? ['unit-0'] : [] })))
    const units = Object.fromEntries(
      plan.units.map((spec, index) => [
        spec.id,
        { ...unitIn(state), spec: { ...spec, template: 'module', after: [] }, index, inWork: true },
      ]),
    )
    return { ...state, units, order: ids }
  }

  it('S0-23 tells of the unit and its neighbours in at most 1 kB, however many and however named', () => {
    for (const title of ['short', 'x'.repeat(300), '😀'.repeat(150)]) {
      const state = crowded(title)
      const overlay = overlayOf(state, unitIn(state, 'unit-1'))
      expect(new TextEncoder().encode(overlay).length).toBeLessThanOrEqual(1024)
      expect(JSON.parse(overlay)).toMatchObject({
        unit: 'unit-1',
        units: 60,
        depends: [{ id: 'unit-0', status: 'open' }],
      })
    }
    const { beside } = JSON.parse(overlayOf(crowded('short'), unitIn(crowded('short'), 'unit-1'))) as {
      beside: unknown[]
    }
    expect(beside.length).toBeGreaterThan(5)
  })

  it('S0-23 that cannot be told in so little is left empty, and nothing else fails', () => {
    const state = crowded('short')
    const unit = unitIn(state, 'unit-1')
    const wide = { ...unit, spec: { ...unit.spec, writes: Array.from({ length: 20 }, () => 'long/'.repeat(100)) } }
    expect(overlayOf(state, wide)).toBe('')
  })
})
