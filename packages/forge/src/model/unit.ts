/** A unit of the work graph, and the plan that proposes units. */
import { z } from 'zod'
import { RepoPath, Slug, UnitId } from '#model/ids.ts'
import { CheckCommand } from '#model/evidence.ts'
import { RouteHint } from '#model/route.ts'

const Words = z.string().trim().min(1).max(500)

/** Something that is to be seen of the finished work. Whoever reviews the unit judges each one. */
export const Criterion = z.strictObject({
  check: Words.describe('What is looked at'),
  expected: Words.describe('What must be seen there'),
  blocking: z
    .boolean()
    .optional()
    .describe('false: its absence is only noted; otherwise nothing is approved without it'),
})
export type Criterion = z.infer<typeof Criterion>

/** What one unit may cost. Each time a person reopens the unit it may cost that much once more. */
export const CostBudget = z.strictObject({
  maxTokens: z.number().int().positive().max(1_000_000_000).optional(),
  maxRetries: z.number().int().nonnegative().max(100).optional(),
})

const unitFields = {
  id: UnitId,
  title: z.string().min(1).max(300),
  /** Units that must be merged before this one starts. */
  depends: z.array(UnitId).max(200).default([]),
  /** Paths that the unit declares to write; absent means unknown, and unknown runs alone (U-09). */
  writes: z.array(RepoPath).max(500).optional(),
  expectedMinutes: z.number().positive().max(10_000).default(5),
  verify: z.array(CheckCommand).max(50).default([]),
  /** What the agent is told. */
  brief: z.string().max(50_000).default(''),
  /** How much judgement it needs, when that is not what its roles usually need. */
  route: RouteHint.optional(),
  /** The template that it should follow, where its planner allows a choice (S0-03). */
  pipeline: Slug.optional(),
  /** How hard it is. Only told and shown; whoever chooses a model may read it. */
  complexity: z.enum(['light', 'standard', 'heavy']).optional(),
  acceptanceCriteria: z.array(Criterion).max(50).optional(),
  /** Paths that must not change: a name, a path or a folder, with `*`. A change there stops the unit. */
  disallowedChanges: z.array(RepoPath).max(200).optional(),
  costBudget: CostBudget.optional(),
  /** What will show that it works. */
  successEvidence: z.array(Words).max(50).optional(),
  /** Paths that the work is expected to change. When most of it went another way, that is noted. */
  expectedTrajectory: z.array(RepoPath).max(200).optional(),
}

export const PlannedUnit = z.strictObject(unitFields)
export type PlannedUnit = z.infer<typeof PlannedUnit>

/** What a planning agent proposes. Structure is checked by `core/graph/check.ts` before anybody may approve it. */
export const Plan = z.strictObject({
  summary: z.string().max(10_000).default(''),
  /** What may go wrong, shown to whoever approves. */
  risks: z.array(Words).max(50).optional(),
  units: z.array(PlannedUnit).min(1).max(500),
})
export type Plan = z.infer<typeof Plan>

export const UnitSpec = z.strictObject({
  ...unitFields,
  template: Slug,
  /** Not of a plan: somebody added it, and a plan that is made again leaves it alone. */
  added: z.literal(true).optional(),
  /** Units that must have ended, well or not, before this one starts. */
  after: z.array(UnitId).max(500).default([]),
})
export type UnitSpec = z.infer<typeof UnitSpec>
