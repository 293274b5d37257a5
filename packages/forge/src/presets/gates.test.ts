import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePreset } from '#config/preset.ts'
import { evaluateGate } from '#core/gates/evaluate.ts'
import type { GateFacts } from '#core/gates/facts.ts'
import type { Directive, Gate } from '#model/gate.ts'
import type { Phase } from '#model/phase.ts'
import { templateOf } from './templates.ts'

const file = new URL('./sprint.yaml', import.meta.url)

/** The phases of a task, from the preset with some of its text changed. */
function phasesOf(change: (text: string) => string = (text) => text): readonly Phase[] {
  const preset = parsePreset('sprint.yaml', change(readFileSync(file, 'utf8')))
  if (!preset.ok) throw new Error(JSON.stringify(preset.failure))
  const { task } = preset.value.templates
  if (task === undefined) throw new Error('the preset has no template for a task')
  return templateOf(task).phases
}

function gatesOf(name: string, phases = phasesOf()): readonly Directive[] {
  return phases.find((phase) => phase.name === name)?.gates ?? []
}

function forbidden(name: string): readonly string[] {
  return gatesOf(name).flatMap((directive) =>
    directive.kind === 'forbid' && directive.field === 'task.status' && directive.condition.op === 'in'
      ? directive.condition.values
      : [],
  )
}

function after(name: string, phases = phasesOf()): readonly string[] {
  return gatesOf(name, phases).flatMap((directive) =>
    directive.kind === 'after' ? [`${directive.phase} ${directive.verdict}`] : [],
  )
}

/** Facts with which everything holds, except for the given ones. */
function facts(more: Partial<GateFacts> = {}): GateFacts {
  return {
    values: { sprint: 's', task: 't', engineering: 'engineering' },
    record: { task: { status: 'implementing' } },
    phases: phasesOf().map(({ name }) => name),
    verdicts: { 'review-plan': 'approved', 'review-code': 'approved', validate: 'approved', approve: 'approved' },
    artifacts: { 'engineering/sprints/s/t/PLAN.md': { seen: 'file', bytes: 200 } },
    ...more,
  }
}

function resultOf(name: string, more: Partial<GateFacts> = {}): string {
  const gate: Gate = { when: 'preflight', phase: name, directives: [...gatesOf(name)] }
  return evaluateGate(gate, facts(more)).result
}

const guarded = ['plan', 'review-plan', 'implement', 'review-code', 'validate', 'approve', 'commit']

describe('the gates of a task', () => {
  it('S0-28 forbid what each phase must not find', () => {
    expect(forbidden('plan')).toEqual(['committed', 'abandoned', 'blocked', 'escalated'])
    expect(forbidden('implement')).toEqual(['committed', 'blocked', 'escalated'])
    for (const name of ['review-plan', 'review-code', 'validate', 'approve', 'commit'])
      expect([name, forbidden(name)]).toEqual([name, ['blocked', 'escalated']])
    for (const name of guarded)
      for (const status of ['blocked', 'escalated'])
        expect([name, status, resultOf(name, { record: { task: { status } } })]).toEqual([name, status, 'failed'])
  })

  it('S0-28 ask for a plan of at least 200 bytes, and for the verdicts before them', () => {
    const stub = { 'engineering/sprints/s/t/PLAN.md': { seen: 'file', bytes: 199 } } as const
    for (const name of ['review-plan', 'implement']) {
      expect([name, resultOf(name)]).toEqual([name, 'holds'])
      expect([name, resultOf(name, { artifacts: stub })]).toEqual([name, 'failed'])
    }
    expect(after('implement')).toEqual(['review-plan approved'])
    expect(after('review-code')).toEqual(['review-plan approved'])
    expect(after('validate')).toEqual(['review-code approved'])
    expect(after('commit')).toContain('approve approved')
    for (const name of ['implement', 'review-code', 'validate', 'approve', 'commit'])
      expect([name, resultOf(name), resultOf(name, { verdicts: {} })]).toEqual([name, 'holds', 'failed'])
  })

  it('D-03 approve asks for review-code and for validate: nothing unvalidated is approved', () => {
    expect(after('approve')).toEqual(['review-code approved', 'validate approved'])
    const verdicts = { 'review-plan': 'approved', 'review-code': 'approved' } as const
    expect(resultOf('approve', { verdicts })).toBe('failed')
    expect(resultOf('approve', { verdicts: { ...verdicts, validate: 'revision' } })).toBe('failed')
    expect(resultOf('approve', { verdicts: { ...verdicts, validate: 'approved' } })).toBe('holds')
  })

  it('S0-29 are data: another line in the file is another gate', () => {
    const looser = phasesOf((text) => text.replaceAll('          - after validate = approved\n', ''))
    expect(after('approve', looser)).toEqual(['review-code approved'])
    const tighter = phasesOf((text) => text.replace('min=200', 'min=900'))
    expect(JSON.stringify(tighter)).toContain('900')
  })
})
