/** The checker on what is too large for it, and on a gate of the largest preset that was made advisory. */
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { shippedPreset } from '#testing/builders/index.ts'
import { inShort, large, laws, planted, prove, shippedTemplates, ungated, withEffect } from './planting.ts'

describe('the checker', { timeout: 120_000 }, () => {
  it.each(shippedTemplates().filter(({ name }) => large.includes(name)))(
    'U-03 proves $name: it moves, no gate is skipped, every loop spends, it has an end',
    ({ preset, template }) => {
      expect(prove(inShort(preset), template).holes).toEqual([])
    },
  )

  it('U-03 what is too large is walked with smaller budgets, then by pairs, and that is told; never silently', () => {
    const patient = structuredClone(shippedPreset('build'))
    for (const phase of patient.templates['module']?.phases ?? []) phase.max_iterations = 40
    const bounded = prove(patient, 'module', { mostStates: 3000 })
    expect(bounded.holes).toEqual([])
    expect(bounded.scope[0]).toSay('budgets above 3 were explored as 3')
    const paired = prove(patient, 'module', { mostStates: 300 })
    expect(paired.scope[0]).toSay('any two phases together, but not of three')
    expect(laws(prove(patient, 'module', { mostStates: 30 }).holes)).toContain('size')
  })

  it('U-03 S0-40 a gate that was made advisory lets work past the law: found, with the way that leads there', () => {
    const holes = planted('sprint', 'task', (phases) => ungated(withEffect('validate', 'advisory')(phases)))
    expect(laws(holes)).toContain('order')
    const past = holes.find(({ message }) =>
      render(message, 'en').includes('approve starts although validate has not passed'),
    )
    expect(past?.trail).toContain('validate: revise')
  })
})
