import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { Preset, presetSchema } from '#model/preset.ts'
import { RunSpec } from '#model/run.ts'
import { presetOf, shippedPreset } from '#testing/builders/index.ts'
import { presetSpec } from '#presets/spec.ts'
import { hashText } from '#model/digest.ts'
import { faultText } from './parse.ts'
import { definePreset, parsePreset } from './preset.ts'

const good = `name: mine
title: My own way
templates:
  change:
    phases:
      - name: work
        kind: agent
        role: worker
        yields: work
      - name: verify
        kind: check
        on: head
        max_iterations: 2
      - name: review
        kind: agent
        role: reviewer
        yields: verdict
        effect: advisory
start:
  - id: change
    template: change
    verify: project
`

function faultsOf(text: string): readonly string[] {
  const parsed = parsePreset('mine.yaml', text)
  return parsed.ok ? [] : parsed.failure.map((fault) => render(faultText(fault), 'en'))
}

const asked = {
  request: 'r',
  base: 'a'.repeat(40),
  environment: hashText('e'),
  verify: [{ name: 't', run: 'npm test', cwd: '.', timeoutMs: 1000 }],
}

describe('a preset file', () => {
  it('U-03 becomes the specification of a run, with what was left out filled in', () => {
    const { phases } = presetSpec(presetOf(good), asked).templates['change'] ?? { phases: [] }
    expect(phases.map(({ name, onRevise, maxIterations }) => [name, onRevise, maxIterations])).toEqual([
      ['work', undefined, undefined],
      ['verify', 'work', 2],
      ['review', 'work', undefined],
    ])
  })

  it.each([
    ['role', 'role: critic', { role: 'critic' }],
    ['workflow', 'workflow: look', { workflow: 'look' }],
    ['requires', 'requires: [work]', { requires: ['work'] }],
    ['produces', 'produces: artifact out.md min=5', { outputs: [{ kind: 'artifact', path: 'out.md', min: 5 }] }],
    ['max_iterations', 'max_iterations: 4', { maxIterations: 4 }],
    ['on_revision', 'on_revision: other', { onRevise: 'other' }],
    ['model', 'model: large-1', { model: 'large-1' }],
    ['gates', 'gates: after other = approved', { gates: [{ kind: 'after', phase: 'other' }] }],
    [
      'context',
      'context: { architecture: true, prior_summaries: 2 }',
      { context: { architecture: true, priorSummaries: 2 } },
    ],
    ['no earlier phases', 'context: { prior_summaries: none }', { context: { priorSummaries: 0 } }],
  ])('S0-02 a phase is defined by data: %s', (_field, line, expected) => {
    const role = line.startsWith('role') ? '' : '        role: reviewer\n'
    const other = '      - { name: other, kind: agent, role: worker, yields: work }\n'
    const phase = `      - name: look\n        kind: agent\n        yields: verdict\n${role}        ${line}\n`
    const text = good.replace('      - name: verify\n', `${other}${phase}      - name: verify\n`)
    const { phases } = presetSpec(presetOf(text), asked).templates['change'] ?? { phases: [] }
    expect(phases.find(({ name }) => name === 'look')).toMatchObject(expected)
  })

  it('S0-21 more summaries than are kept are refused by name; the shipped presets keep to it', () => {
    const asking = (count: string): string =>
      good.replace('yields: verdict', `yields: verdict\n        context: { prior_summaries: ${count} }`)
    for (const count of ['none', '0', '3']) expect(faultsOf(asking(count))).toEqual([])
    expect(faultsOf(asking('5'))).toEqual([
      expect.stringMatching(/^mine\.yaml:\d+: templates\.change\.phases\.2\.context\.prior_summaries: .*3/),
    ])
    const kept = ['build', 'sprint', 'bug'].flatMap((name) =>
      Object.values(presetSpec(shippedPreset(name), asked).templates).flatMap(({ phases }) =>
        phases.flatMap((phase) => (phase.kind === 'agent' ? [phase.context?.priorSummaries ?? 3] : [])),
      ),
    )
    expect(Math.max(...kept)).toBeLessThanOrEqual(3)
  })

  it('U-03 from TypeScript is the same shape', () => {
    const value: Preset = Preset.parse({
      name: 'mine',
      title: 'My own way',
      templates: { change: { phases: [{ name: 'work', kind: 'agent', role: 'worker', yields: 'work' }] } },
      start: [{ id: 'change', template: 'change' }],
    })
    expect(RunSpec.safeParse(presetSpec(value, asked)).success).toBe(true)
  })

  it('U-03 from TypeScript is checked as a file is, and told in the same words', () => {
    const made = (yields: string, template: string): Preset =>
      definePreset({
        name: 'mine',
        title: 'My own way',
        templates: {
          change: { phases: [{ name: 'work', kind: 'agent', role: 'worker', yields: yields as 'work' }] },
        },
        start: [{ id: 'change', template }],
      })
    expect(() => made('wrok', 'change')).toThrow(/phases\.0\.yields: "wrok" is not one of .* did you mean work\?/)
    expect(() => made('work', 'chnge')).toThrow(/start\.0\.template: .* did you mean change\?/)
    expect(made('work', 'change').name).toBe('mine')
  })

  it('U-03 the schema for editors says what a phase may be', () => {
    expect(JSON.stringify(presetSchema())).toContain('on_revision')
  })

  it.each([
    ['an unknown key', 'max_iterations: 2', 'max_iteration: 2', 'mine.yaml:13: ', 'did you mean max_iterations?'],
    ['an unknown kind', 'kind: check', 'kind: chekc', 'mine.yaml:11: ', 'did you mean check?'],
    ['an unknown effect', 'effect: advisory', 'effect: advisry', 'mine.yaml:18: ', 'did you mean advisory?'],
    ['a missing name', '      - name: verify\n        kind', '      - kind', 'mine.yaml:10: ', 'name: is missing'],
    [
      'a review before any work',
      'yields: work',
      'yields: plan\n        template: change',
      'mine.yaml:12: ',
      'needs a head, but no earlier phase produces one',
    ],
    ['a template that does not exist', 'template: change', 'template: chnge', 'mine.yaml:21: ', 'does not exist'],
    [
      'a revision that goes nowhere',
      'max_iterations: 2',
      'on_revision: review',
      'mine.yaml:13: ',
      'which is not an earlier phase',
    ],
    [
      'a gate that is none',
      'max_iterations: 2',
      'gates: [after work = approved, artifakt PLAN.md]',
      'mine.yaml:13: ',
      'did you mean artifact?',
    ],
    [
      'a document that nobody writes',
      'max_iterations: 2',
      'requires: [paper]',
      'mine.yaml:13: ',
      'requires the result of paper',
    ],
    ['a template by a slip', 'template: change', 'template: chnge', 'mine.yaml:21: ', 'did you mean change?'],
    ['a revision by a slip', 'max_iterations: 2', 'on_revision: wrok', 'mine.yaml:13: ', 'did you mean work?'],
    [
      'work that is only advisory',
      'yields: work',
      'yields: work\n        effect: advisory',
      'mine.yaml:12: ',
      'set effect: blocking there',
    ],
    [
      'a merge policy without a merge',
      'title: My',
      'commit: per-run\ntitle: My',
      'mine.yaml:2: ',
      'or set commit: none',
    ],
    [
      'agents in the checkout',
      'title: My',
      'isolation: shared\ntitle: My',
      'mine.yaml:2: ',
      'never work in your checkout',
    ],
    [
      'a policy of other tools',
      'title: My',
      'commit: per-group\ntitle: My',
      'mine.yaml:2: ',
      'per-run lands all of them',
    ],
    [
      'units that share a branch at once',
      'title: My',
      'isolation: branch\nstrategy: wave\ntitle: My',
      'mine.yaml:3: ',
      'lets only one work at a time',
    ],
    [
      'a word of another kind of phase',
      'max_iterations: 2',
      'max_iterations: 2\n      - { name: merge, kind: git, op: remove }',
      'mine.yaml:14: ',
      '"remove" is not one of integrate, merge',
    ],
    ['a missing role', '        role: worker\n', '', 'mine.yaml:6: ', 'role: is missing: Who does it'],
    ['a missing title', 'title: My own way\n', '', 'mine.yaml:1: ', 'title: is missing: One line for lists'],
    [
      'a word for a number',
      'max_iterations: 2',
      'max_iterations: two',
      'mine.yaml:13: ',
      'must be a whole number, not "two"',
    ],
    [
      'a loop without a budget',
      'max_iterations: 2',
      'max_iterations: 0',
      'mine.yaml:13: ',
      'must be more than 0, not 0',
    ],
    [
      'a law about a phase that does not exist',
      '    phases:',
      '    laws: { veryfy: [work] }\n    phases:',
      'mine.yaml:5: ',
      'laws.veryfy: there is no phase veryfy; did you mean verify?',
    ],
    ['a slip among several forms', 'verify: project', 'verify: projct', 'mine.yaml:22: ', 'did you mean project?'],
    ['what is not YAML', '    phases:', '    phases: all', 'mine.yaml:5: ', 'is not YAML'],
  ])('U-03 %s is refused with file, line, field and a suggestion', (...row) => {
    const [, from, to, where, words] = row
    const faults = faultsOf(good.replace(from, to))
    expect(faults[0]).toContain(where)
    expect(faults.join('\n')).toContain(words)
  })

  it('U-03 any text is a preset or a list of faults, never a throw', () => {
    for (const text of [
      '',
      'templates: { a: { phases: [x, 3, [y]] } }',
      'start: [x]',
      '\t',
      '[',
      'name: 3',
      'templates: []',
      '&a [*a]',
      'start: {}',
    ])
      expect(faultsOf(text).length).toBeGreaterThan(0)
  })

  it('U-19 a preset that merges nothing says so, and one that says so merges nothing', () => {
    expect(faultsOf(`${good}commit: none\n`)).toEqual([])
    const merging = good.replace(
      'start:\n',
      '      - { name: integrate, kind: git, op: integrate }\n      - { name: merge, kind: git, op: merge }\nstart:\n',
    )
    expect(faultsOf(`${merging}commit: per-run\n`)).toEqual([])
    const [fault] = faultsOf(`${merging}commit: none\n`)
    expect(fault).toContain('mine.yaml:20: templates.change.phases.4.op: phase change/merge merges, but commit is none')
  })

  it('U-08 units of isolation branch take turns, whatever strategy the settings name', () => {
    const spec = presetSpec(presetOf(`${good}isolation: branch\n`), asked, { strategy: 'full' })
    expect([spec.isolation, spec.strategy]).toEqual(['branch', 'sequential'])
  })

  it('C-09 U-05 the preset says what a stopped unit does to the run, and how often trouble may be met', () => {
    const spec = presetSpec(
      presetOf(`${good}budget: { revisions: 7 }\n`.replace('    phases:', '    on_stop: halt\n    phases:')),
      asked,
    )
    expect(spec.templates['change']?.onStop).toBe('halt')
    expect(spec.budget.revisions).toBe(7)
    expect(presetSpec(shippedPreset('build'), asked).budget.revisions).toBe(3)
  })
})
