import { describe, expect, it } from 'vitest'
import { RunSpec } from '#model/run.ts'
import { specOf } from '#testing/builders/index.ts'
import { specFault } from './spec.ts'

const unit = { id: 'a', title: 'A', template: 'one' }

function withPhases(...phases: readonly Record<string, unknown>[]): RunSpec {
  return RunSpec.parse({ ...specOf(), templates: { one: { phases } }, units: [unit], closing: [] })
}

const work = { name: 'work', kind: 'agent', role: 'worker', yields: 'work' }

describe('a specification of which no run can come', () => {
  it('the shipped preset has no fault', () => {
    expect(specFault(specOf())).toBeUndefined()
  })

  it.each([
    ['a review without work', [{ name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict' }], 'needs a head'],
    ['a check of a head that nobody makes', [{ name: 'verify', kind: 'check', on: 'head' }], 'needs a head'],
    ['a gate before the work', [{ name: 'gate', kind: 'gate', require: 'some-change' }, work], 'needs a head'],
    ['a merge without integration', [work, { name: 'merge', kind: 'git', op: 'merge' }], 'needs a candidate'],
    ['an approval of no plan', [{ name: 'approve', kind: 'ask', about: 'plan', question: 'go?' }], 'needs a plan'],
    [
      'two plans of one unit',
      ['draft', 'again'].map((name) => ({ name, kind: 'agent', role: 'planner', yields: 'plan', template: 'one' })),
      'template one plans twice, in draft and again',
    ],
    [
      'work that is switched off',
      [
        { ...work, effect: 'off' },
        { name: 'verify', kind: 'check', on: 'head' },
      ],
      'needs a head',
    ],
    [
      'a check of work that may be missing',
      [
        { ...work, effect: 'advisory' },
        { name: 'verify', kind: 'check', on: 'head' },
      ],
      'set effect: blocking there',
    ],
    [
      'a review of a document that may be missing',
      [
        { name: 'paper', kind: 'agent', role: 'writer', yields: 'document', effect: 'defer' },
        { name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict', judges: 'paper' },
      ],
      'set effect: blocking there',
    ],
    [
      'a review of a plan of units',
      [
        { name: 'draft', kind: 'agent', role: 'planner', yields: 'plan', template: 'one' },
        { name: 'paper', kind: 'agent', role: 'writer', yields: 'document' },
        { name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict', judges: 'draft' },
      ],
      'phase one/review judges draft, which yields a plan, and phases cannot judge plans yet; it can judge the document of: paper',
    ],
    [
      'a review of a plan of units where nothing else is written',
      [
        { name: 'draft', kind: 'agent', role: 'planner', yields: 'plan', template: 'one' },
        { name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict', judges: 'draft' },
      ],
      'no earlier phase writes a document',
    ],
    ['nothing but phases that are off', [{ ...work, effect: 'off' }], 'does nothing'],
    [
      'a plan of units without a template',
      [{ name: 'plan', kind: 'agent', role: 'planner', yields: 'plan' }],
      'which does not exist',
    ],
    ['two phases with the same name', [work, work], 'two phases with the same name'],
    [
      'work sent to a later phase',
      [
        { ...work, onRevise: 'later' },
        { ...work, name: 'later' },
      ],
      'is not an earlier phase',
    ],
  ] as const)('I-39 %s is refused by name', (_what, phases, words) => {
    expect(specFault(withPhases(...phases))).toSay(words)
  })
})
