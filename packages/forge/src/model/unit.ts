/** A unit of the work graph, and the plan that proposes units. */
import { z } from 'zod'
import { RepoPath, Slug, UnitId } from '#model/ids.ts'
import { CheckCommand } from '#model/evidence.ts'
import { RouteHint } from '#model/route.ts'

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
}

export const PlannedUnit = z.strictObject(unitFields)
export type PlannedUnit = z.infer<typeof PlannedUnit>

/** What a planning agent proposes. Structure is checked by `core/graph/check.ts` before anybody may approve it. */
export const Plan = z.strictObject({
  summary: z.string().max(10_000).default(''),
  units: z.array(PlannedUnit).min(1).max(500),
})
export type Plan = z.infer<typeof Plan>

export const UnitSpec = z.strictObject({
  ...unitFields,
  template: Slug,
  /** Units that must have ended, well or not, before this one starts. */
  after: z.array(UnitId).max(500).default([]),
})
export type UnitSpec = z.infer<typeof UnitSpec>
