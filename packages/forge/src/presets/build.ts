/** The `build` preset as data: plan → approve → units in parallel (work, verify, review, merge) → final verification. */
import type { Template } from '#model/run.ts'
import { RunSpec, Template as TemplateSchema } from '#model/run.ts'
import type { UnitSpec } from '#model/unit.ts'
import { UnitSpec as UnitSpecSchema } from '#model/unit.ts'
import { guardedPaths } from './guarded.ts'

export const buildTemplates: Record<string, Template> = {
  plan: TemplateSchema.parse({
    onStop: 'halt',
    phases: [
      { name: 'draft', kind: 'agent', role: 'planner', yields: 'plan', template: 'module', onRevise: 'draft' },
      { name: 'approve', kind: 'ask', about: 'plan', question: 'Run this plan?', onRevise: 'draft' },
    ],
  }),
  module: TemplateSchema.parse({
    phases: [
      { name: 'implement', kind: 'agent', role: 'worker', yields: 'work' },
      { name: 'changed', kind: 'gate', require: 'some-change', onRevise: 'implement' },
      { name: 'boundary', kind: 'gate', require: 'declared-writes', onRevise: 'implement' },
      {
        name: 'gate-changes',
        kind: 'ask',
        about: 'gate-changes',
        question: 'Let it change what decides?',
        onRevise: 'implement',
      },
      { name: 'verify', kind: 'check', on: 'head', onRevise: 'implement' },
      { name: 'review', kind: 'agent', role: 'reviewer', yields: 'verdict', onRevise: 'implement' },
      { name: 'integrate', kind: 'git', op: 'integrate', onRevise: 'implement' },
      { name: 'verify-merged', kind: 'check', on: 'candidate', onRevise: 'implement' },
      { name: 'merge', kind: 'git', op: 'merge' },
      { name: 'clean', kind: 'chore', op: 'remove-tree' },
    ],
  }),
  final: TemplateSchema.parse({ phases: [{ name: 'verify', kind: 'check', on: 'tip' }] }),
}

const plan: UnitSpec = UnitSpecSchema.parse({ id: 'plan', title: 'Plan', template: 'plan' })

export interface BuildRequest {
  readonly request: string
  readonly base: string
  readonly environment: string
  /** Commands that the finished whole must pass. */
  readonly verify: UnitSpec['verify']
}

export function buildSpec(request: BuildRequest, settings: Partial<RunSpec> = {}): RunSpec {
  const { verify, ...rest } = request
  const final: UnitSpec = UnitSpecSchema.parse({ id: 'final', title: 'Verify the whole', template: 'final', verify })
  return RunSpec.parse({
    preset: 'build',
    ...rest,
    templates: buildTemplates,
    units: [plan],
    closing: [final],
    guarded: [...guardedPaths],
    ...settings,
  })
}
