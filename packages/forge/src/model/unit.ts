/** A unit of the work graph, and the plan that proposes units. */
import { z } from 'zod'
import { NamedPath, Slug, UnitId } from '#model/ids.ts'
import { CheckCommand } from '#model/evidence.ts'
import { line } from '#model/line.ts'
import { RouteHint } from '#model/route.ts'

const Words = z.string().trim().min(1).max(500)

/** One thing that must be seen of the finished work. The reviewer of the unit judges each one. */
export const Criterion = z.strictObject({
  check: Words.describe('What is looked at'),
  expected: Words.describe('What must be seen there'),
  blocking: z
    .boolean()
    .optional()
    .describe('false: its absence is only noted; otherwise nothing is approved without it'),
})
export type Criterion = z.infer<typeof Criterion>

/** What one unit may cost. Each time a human reopens the unit it may cost that much once more. */
export const CostBudget = z.strictObject({
  maxTokens: z.number().int().positive().max(1_000_000_000).optional(),
  maxRetries: z.number().int().nonnegative().max(100).optional(),
})

const unitFields = {
  id: UnitId,
  title: line(300).min(1).describe('One line'),
  depends: z.array(UnitId).max(200).default([]).describe('Units that must be merged before this one starts'),
  /** Absent means unknown, and unknown runs alone (U-09). */
  writes: z
    .array(NamedPath)
    .max(500)
    .optional()
    .describe('Every file or folder that it changes, at most 5 if possible; units that share one cannot run at once'),
  expectedMinutes: z.number().positive().max(10_000).default(5),
  verify: z.array(CheckCommand).max(50).default([]).describe('Commands that must pass; at least one, run by Forge'),
  brief: z.string().max(50_000).default('').describe('What its agent is told, which knows nothing else of the plan'),
  /** How much judgement it needs, if that differs from the default of its roles. */
  route: RouteHint.optional(),
  /** The template that it should follow, where its planner allows a choice (S0-03). */
  pipeline: Slug.optional(),
  complexity: z.enum(['light', 'standard', 'heavy']).optional().describe('How hard it is'),
  acceptanceCriteria: z.array(Criterion).max(50).optional().describe('What the reviewer must see of the finished work'),
  disallowedChanges: z
    .array(NamedPath)
    .max(200)
    .optional()
    .describe('Names, paths or folders, with *, that must not change: a change there stops the unit'),
  costBudget: CostBudget.optional().describe('What it may cost at most'),
  successEvidence: z.array(Words).max(50).optional().describe('What will show that it works'),
  expectedTrajectory: z
    .array(NamedPath)
    .max(200)
    .optional()
    .describe('Paths that the work is expected to change; going another way is noted'),
}

export const PlannedUnit = z.strictObject(unitFields)
export type PlannedUnit = z.infer<typeof PlannedUnit>

/** What a planning agent proposes. `core/graph/check.ts` checks the structure before a human may approve it. */
export const Plan = z.strictObject({
  summary: z.string().max(10_000).default(''),
  risks: z.array(Words).max(50).optional().describe('What may go wrong; whoever approves reads it'),
  units: z.array(PlannedUnit).min(1).max(500).describe('Usually 2 to 7'),
})
export type Plan = z.infer<typeof Plan>

export const UnitSpec = z.strictObject({
  ...unitFields,
  template: Slug,
  /** Its planner: only plans of that unit change or drop it. Absent: it is of no plan. */
  plannedBy: UnitId.optional(),
  /** Not of a plan: a human added it, and a re-plan leaves it alone. */
  added: z.literal(true).optional(),
  /** Units that must have ended, well or not, before this one starts. */
  after: z.array(UnitId).max(10_000).default([]),
})
export type UnitSpec = z.infer<typeof UnitSpec>
