/** The checker: what is shipped is proven, and presets with planted holes are found out. */
import { describe, expect, it } from 'vitest'
import { proveTemplate, type Hole } from '#core/check/prove.ts'
import { readShippedPresets } from '#adapters/presets/index.ts'
import { starterPreset } from '#config/starter.ts'
import { hashText } from '#model/digest.ts'
import type { Preset, WrittenPhase } from '#model/preset.ts'
import { presetSpec } from '#presets/spec.ts'
import { presetOf, shippedPreset } from '#testing/builders/index.ts'

function prove(preset: Preset, template: string) {
  const verify = [{ name: 't', run: 'true', cwd: '.', timeoutMs: 1000 }]
  const spec = presetSpec(preset, { request: 'r', base: 'a'.repeat(40), environment: hashText('e'), verify })
  return proveTemplate(spec, template, preset.templates[template]?.laws)
}

/** The shipped preset with the phases of one template changed. */
function planted(name: string, template: string, change: (phases: WrittenPhase[]) => WrittenPhase[]): readonly Hole[] {
  const preset = structuredClone(shippedPreset(name))
  const found = preset.templates[template]
  if (found === undefined) throw new Error(`no template ${template}`)
  found.phases = change(found.phases)
  return prove(preset, template).holes
}

const without =
  (name: string) =>
  (phases: WrittenPhase[]): WrittenPhase[] =>
    phases.filter((phase) => phase.name !== name)
const withEffect =
  (name: string, effect: 'advisory' | 'off') =>
  (phases: WrittenPhase[]): WrittenPhase[] =>
    phases.map((phase) => (phase.name === name ? { ...phase, effect } : phase))
/** The gate lines that would stop it are taken out too: only the laws are left to find it. */
const ungated = (phases: WrittenPhase[]): WrittenPhase[] => phases.map((phase) => ({ ...phase, gates: [] }))

const laws = (holes: readonly Hole[]): string[] => holes.map(({ law }) => law)

describe('the checker', { timeout: 120_000 }, () => {
  const templates = readShippedPresets().flatMap(({ path, text }) => {
    const preset = presetOf(text, path)
    return Object.keys(preset.templates).map((template) => ({ preset, name: `${preset.name}/${template}`, template }))
  })

  it.each(templates)('U-03 proves $name: it moves, no gate is skipped, every loop spends, it has an end', (row) => {
    const { holes, states, reached } = prove(row.preset, row.template)
    expect(holes).toEqual([])
    expect(states).toBeGreaterThan(10)
    expect(reached.length).toBeGreaterThan(0)
  })

  it('U-03 proves the preset that `preset new` writes', () => {
    expect(prove(presetOf(starterPreset('mine')), 'change').holes).toEqual([])
  })

  it('D-03 approve without validate is a hole, even when the gates are taken out with it', () => {
    expect(laws(planted('sprint', 'task', without('validate')))).toContain('end')
    const silent = planted('sprint', 'task', (phases) => ungated(without('validate')(phases)))
    expect(silent.map(({ message }) => message)).toContain(
      'approve must come after validate, and there is no such phase',
    )
  })

  it('U-03 S0-40 a gate that was made advisory lets work past the law: found, with the way that leads there', () => {
    const holes = planted('sprint', 'task', (phases) => ungated(withEffect('validate', 'advisory')(phases)))
    expect(laws(holes)).toContain('order')
    const past = holes.find(({ message }) => message.includes('approve starts although validate has not passed'))
    expect(past?.trail).toContain('validate: revise')
  })

  it('U-03 a merge of what no check of Forge has verified is a hole', () => {
    const holes = planted('build', 'module', (phases) => without('verify-merged')(without('verify')(phases)))
    expect(laws(holes)).toContain('verified')
  })

  it('U-03 a gate that can never hold is told as such: no way leads to the end', () => {
    const holes = planted('build', 'module', (phases) =>
      phases.map((phase) => (phase.name === 'review' ? { ...phase, gates: 'after merge = approved' } : phase)),
    )
    expect(holes.find(({ law }) => law === 'end')?.message).toContain('gate of review failed: after-failed')
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

  it('U-05 a law that is broken by data, not by the engine: what is merged has passed every blocking phase', () => {
    // The engine itself cannot be talked past a blocking phase: taken out one by one, only the laws and ends complain.
    for (const name of ['review', 'boundary', 'changed'])
      expect(laws(planted('build', 'module', without(name)))).not.toContain('gates')
  })
})
