/** Presets in which more than one unit plans: one inside the other, and two beside each other. */
import type { Preset } from '#model/preset.ts'
import { presetOf } from './presets.ts'

const leaf = `
  module:
    phases:
      - { name: implement, kind: agent, role: worker, yields: work }
      - { name: boundary, kind: gate, require: declared-writes }
      - { name: gate-changes, kind: ask, about: gate-changes, question: This can change what the checks run. Allow it? }
      - { name: verify, kind: check, on: head }
      - { name: review, kind: agent, role: reviewer, yields: verdict }
      - { name: integrate, kind: git, op: integrate }
      - { name: verify-merged, kind: check, on: candidate }
      - { name: merge, kind: git, op: merge }
      - { name: clean, kind: chore, op: remove-tree }
  final:
    phases:
      - { name: verify, kind: check, on: tip }`

const ends = `
closing:
  - { id: final, title: Verify the whole, template: final, verify: project }
commit: per-unit
isolation: worktree
`

/** A plan of slices, each of which plans its own units. */
const slices = `
name: slices
title: Plan slices, and let each plan its units
description: A planner inside what another has planned.
templates:
  plan:
    on_stop: halt
    phases:
      - { name: draft, kind: agent, role: planner, yields: plan, template: slice }
      - { name: approve, kind: ask, about: plan, question: Run these slices? }
  slice:
    phases:
      - { name: split, kind: agent, role: planner, yields: plan, template: module }
      - { name: approve, kind: ask, about: plan, question: Run this slice? }${leaf}
start:
  - { id: plan, title: Plan, template: plan }${ends}`

/** Two plans of one run. */
const twins = `
name: twins
title: Two that plan, beside each other
description: Two planners, each with units of its own.
templates:
  plan:
    on_stop: halt
    phases:
      - { name: draft, kind: agent, role: planner, yields: plan, template: module }
      - { name: approve, kind: ask, about: plan, question: Run this plan? }${leaf}
start:
  - { id: plan, title: Plan, template: plan }
  - { id: other, title: Plan the rest, template: plan }${ends}`

export const plannerPresets: Readonly<Record<'slices' | 'twins', Preset>> = {
  slices: presetOf(slices, 'slices.yaml'),
  twins: presetOf(twins, 'twins.yaml'),
}
