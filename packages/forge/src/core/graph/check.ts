/** Is a proposed plan a graph that can be run? Errors go back to its author; a plan with errors is never approvable (I-15). */
import { Plan, type UnitSpec } from '#model/unit.ts'
import { explain } from '#model/explain.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { pathFault } from './paths.ts'

export interface KnownUnits {
  /** Units that exist and do not belong to the plan's author. */
  readonly taken: ReadonlySet<string>
  /** Merged units that a plan may depend on. */
  readonly merged: ReadonlySet<string>
}

export function checkPlan(written: Json, known: KnownUnits): Result<Plan, readonly string[]> {
  const parsed = Plan.safeParse(written)
  if (!parsed.success) return failed([explain(parsed.error)])
  const plan = parsed.data
  const ids = new Set(plan.units.map((unit) => unit.id))
  const errors = [
    ...duplicates(plan),
    ...foreignIds(plan, known),
    ...references(plan, ids, known),
    ...paths(plan),
    ...missingChecks(plan),
  ]
  const cycle = findCycle(plan.units)
  if (cycle !== undefined) errors.push(`units depend on each other in a circle: ${cycle.join(' → ')}`)
  return errors.length === 0 ? success(plan) : failed(errors.slice(0, 50))
}

function duplicates(plan: Plan): string[] {
  const seen = new Set<string>()
  return plan.units.flatMap((unit) =>
    seen.has(unit.id) ? [`unit id used twice: ${unit.id}`] : (seen.add(unit.id), []),
  )
}

function foreignIds(plan: Plan, known: KnownUnits): string[] {
  return plan.units.filter((unit) => known.taken.has(unit.id)).map((unit) => `unit id is taken: ${unit.id}`)
}

function references(plan: Plan, ids: ReadonlySet<string>, known: KnownUnits): string[] {
  return plan.units.flatMap((unit) =>
    unit.depends
      .filter((id) => !ids.has(id) && !known.merged.has(id))
      .map((id) => `unit ${unit.id} depends on ${id}, which does not exist`),
  )
}

function paths(plan: Plan): string[] {
  return plan.units.flatMap((unit) =>
    (unit.writes ?? []).flatMap((path) => {
      const fault = pathFault(path)
      return fault === undefined ? [] : [`unit ${unit.id} writes ${JSON.stringify(path)}, which ${fault}`]
    }),
  )
}

function missingChecks(plan: Plan): string[] {
  return plan.units.filter((unit) => unit.verify.length === 0).map((unit) => `unit ${unit.id} has no verify command`)
}

/** The first circle of dependencies, named; undefined when the units can be put in order. */
export function findCycle(units: readonly Pick<UnitSpec, 'id' | 'depends'>[]): readonly string[] | undefined {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const done = new Set<string>()
  const walk = (id: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(id)) return [...trail.slice(trail.indexOf(id)), id]
    if (done.has(id)) return undefined
    for (const next of byId.get(id)?.depends ?? []) {
      const found = walk(next, [...trail, id])
      if (found !== undefined) return found
    }
    done.add(id)
    return undefined
  }
  for (const unit of units) {
    const found = walk(unit.id, [])
    if (found !== undefined) return found
  }
  return undefined
}
