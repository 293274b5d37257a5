/** The checker: what is shipped is proven, and presets with planted holes are found out. */
import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { ProofFault, Proving } from '#core/check/prove.ts'
import { starterPreset } from '#config/starter.ts'
import type { Event } from '#model/event.ts'
import type { Preset, WrittenPhase } from '#model/preset.ts'
import { plannerPresets, presetOf, shippedPreset } from '#testing/builders/index.ts'
import { inShort, large, laws, planted, prove, shippedTemplates, ungated, withEffect, without } from './planting.ts'

describe('the checker', { timeout: 120_000 }, () => {
  const templates = shippedTemplates()

  // The larger ones are in `checker-large.proof.test.ts`.
  it.each(templates.filter(({ name }) => !large.includes(name)))(
    'U-03 proves $name: it moves, no gate is skipped, every loop spends, it has an end',
    (row) => {
      const { holes, states, reached, scope } = prove(inShort(row.preset), row.template)
      expect(holes).toEqual([])
      expect(states).toBeGreaterThan(10)
      expect(reached.length).toBeGreaterThan(0)
      expect(scope[0]).toEqual('revisions of all phases together, with the full budgets')
    },
  )

  it('U-03 proves the preset that `preset new` writes', () => {
    expect(prove(presetOf(starterPreset('mine')), 'change').holes).toEqual([])
  })

  it('D-03 approve without validate is a hole, even when the gates are taken out with it', () => {
    expect(laws(planted('sprint', 'task', without('validate')))).toContain('end')
    const silent = planted('sprint', 'task', (phases) => ungated(without('validate')(phases)))
    expect(silent.map(({ message }) => message)).toContainEqual(
      'approve must come after validate, but there is no such phase',
    )
  })

  it('U-03 a merge of what no check of Forge has verified is a hole', () => {
    for (const change of [
      without('verify-merged'),
      withEffect('verify-merged', 'advisory'),
      withEffect('verify-merged', 'off'),
    ])
      expect(laws(planted('build', 'module', change))).toContain('verified')
    expect(laws(planted('build', 'module', without('verify')))).not.toContain('verified')
  })

  it('U-03 a gate that can never hold is told as such: no way leads to the end', () => {
    const holes = planted('build', 'module', (phases) =>
      phases.map((phase) => (phase.name === 'review' ? { ...phase, gates: 'after merge = approved' } : phase)),
    )
    expect(holes.find(({ law }) => law === 'end')?.message).toSay('a gate of review failed: after-failed')
  })

  it('U-03 a gate that asks for a file of the tree is walked with work that has it and with work that has not', () => {
    const preset = structuredClone(shippedPreset('build'))
    for (const phase of preset.templates['module']?.phases ?? [])
      if (phase.name === 'review') phase.gates = 'artifact NOTES.md min=100'
    const { holes, reached } = prove(preset, 'module')
    expect(holes).toEqual([])
    expect(reached).toEqual(expect.arrayContaining(['review', 'merge']))
  })

  it('U-03 that no way leads to the end is told by a way on which all went well, not by the first stop of a bad day', () => {
    const late: WrittenPhase = { name: 'late', kind: 'check', on: 'tip', gates: 'after review = revision' }
    const end = planted('build', 'module', (phases) => [...phases, late]).find(({ law }) => law === 'end')
    expect(end?.message).toSay('a gate of late failed: after-failed')
    expect(end?.trail.at(-1)).toMatch(/: pass$/)
  })

  it('U-03 a phase that no way starts is told', () => {
    const holes = planted('bug', 'route-a', (phases) => [
      ...phases.filter(({ name }) => name !== 'finalize'),
      { name: 'late', kind: 'gate', require: 'some-change' },
      { name: 'never', kind: 'check', on: 'candidate', gates: 'after late = revision' },
    ])
    expect(laws(holes)).toContain('end')
  })

  it('U-03 a reviewer without a word for yes is a hole: no way leads to the end', () => {
    const holes = planted('build', 'module', (phases) =>
      phases.map((phase) =>
        phase.name === 'review' ? ({ ...phase, vocabulary: { no: 'revise' } } as WrittenPhase) : phase,
      ),
    )
    expect(laws(holes)).toContain('end')
  })

  it('U-05 no preset talks the engine past a blocking phase: taken out one by one, only the laws and ends complain', () => {
    for (const name of ['review', 'boundary', 'changed'])
      expect(laws(planted('build', 'module', without(name)))).not.toContain('gates')
  })
})

describe('the checker of presets with several planners', { timeout: 120_000 }, () => {
  it.each(['slices', 'twins'] as const)('U-02 U-03 proves %s, with all its planners at once', (name) => {
    const { holes, scope } = prove(plannerPresets[name], 'plan')
    expect(holes).toEqual([])
    expect(scope).toContainEqual(expect.saying(/^all planners of the preset at once, each with a plan of two units;/))
  })

  it('U-02 U-03 names the hole when a plan takes away what another one planned', () => {
    const greedy: Proving = {
      core: {
        ...runCore,
        step: (state, message) =>
          runCore.step(state, message).map((event) => {
            if (event.type !== 'graph.changed' || event.unit === undefined) return event
            const others = state.order.filter((id) => {
              const unit = state.units[id]
              return unit?.spec.plannedBy !== undefined && unit.spec.plannedBy !== event.unit && unit.status === 'open'
            })
            return { ...event, drop: [...event.drop, ...others] }
          }),
      },
    }
    for (const name of ['slices', 'twins'] as const) {
      const scope = prove(plannerPresets[name], 'plan', greedy).holes.filter(({ law }) => law === 'scope')
      expect(scope[0]?.message).toSay(/^the plan of p-\S+ removes p-\S+, which p-\S+ planned$/)
      expect(scope[0]?.trail.length).toBeGreaterThan(0)
    }
  })
})

/** What no preset can break is broken in the core itself: the checker believes what it sees, not who it is driven by. */
describe('the checker with a broken core', { timeout: 120_000 }, () => {
  const step = (change: (event: Event) => Event): Proving => ({
    core: { ...runCore, step: (state, message) => runCore.step(state, message).map(change) },
  })
  const law = (proving: Proving, preset: Preset = shippedPreset('build')): ProofFault | undefined =>
    prove(preset, 'module', proving).holes.find((hole) => hole.law === 'budget' || hole.law === 'gates')

  it('U-03 a state in which nothing can happen and nobody is named is a hole', () => {
    const forgetful: Proving = {
      core: {
        ...runCore,
        // What follows a conflict is lost.
        step: (state, message) =>
          runCore
            .step(state, message)
            .filter((event) => event.type !== 'recovery.chosen' && event.type !== 'unit.stopped'),
      },
    }
    const { holes } = prove(shippedPreset('build'), 'module', forgetful)
    expect(holes.find((hole) => hole.law === 'moves')?.message).toSay('no command is suggested')
  })

  it('U-03 a revision that spends nothing is a loop without end: found, with the way around', () => {
    const free = step((event) => (event.type === 'recovery.chosen' ? { ...event, counts: 'nothing' } : event))
    const hole = law(free)
    expect(hole?.message).toEqual('a loop returns to the same state without using up a budget')
    expect(hole?.trail.length).toBeGreaterThan(2)
    expect(law({})).toBeUndefined()
  })

  it('U-03 a merge that starts although its reviewer wants a revision has skipped a blocking gate', () => {
    const preset = structuredClone(shippedPreset('build'))
    const template = preset.templates['module']
    const review = template?.phases.find(({ name }) => name === 'review') as WrittenPhase
    const others = without('review')(template?.phases ?? [])
    const at = others.findIndex(({ name }) => name === 'merge')
    preset.templates['module'] = { phases: [...others.slice(0, at), review, ...others.slice(at)] }
    expect(law({}, preset)).toBeUndefined()
    // The reviewer is heard as if it had said yes, and what it said is recorded.
    const deaf = step((event) =>
      event.type === 'verdict.given' && event.path === 'unit/review' ? { ...event, verdict: 'revise' } : event,
    )
    const hole = law(deaf, preset)
    expect([hole?.law, hole?.message]).toEqual(['gates', 'merge starts although review has not passed'])
    expect(hole?.trail.at(-1)).toBe('review: pass')
  })
})
