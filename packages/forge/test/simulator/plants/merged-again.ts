/** Plant: a plan may have units that are merged; it passes, and changes nothing of them. */
import { containsMessage, type Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { success, type Result } from '#model/result.ts'
import { Plan } from '#model/unit.ts'
import { checkPlan as production, type KnownUnits } from '#core/graph/check.ts'

export * from '#core/graph/check.ts'

export function checkPlan(written: Json, known: KnownUnits): Result<Plan, readonly Said[]> {
  const checked = production(written, known)
  if (checked.ok || !checked.failure.every((fault) => containsMessage(fault, 'plan.changesMergedUnit'))) return checked
  return success(Plan.parse(written))
}
