/** Is a proposed plan a graph that can be run? Errors go back to its author; a plan with errors is never approvable (I-15). */
import { planBytes, sizeFault } from '#model/bounds.ts'
import { Plan, type PlannedUnit, type UnitSpec } from '#model/unit.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { pathFault, patternFault } from './paths.ts'
import { overlapsIn } from './overlaps.ts'
import { planFaults } from './plan-words.ts'
import { isForbidden, isSameCheck } from './terms.ts'

export interface KnownUnits {
  /** Ids that the run itself uses. */
  readonly taken: ReadonlySet<string>
  /** Ids of other planners and of what people added, with who has them. */
  readonly others?: ReadonlyMap<string, string>
  /** Merged units that a plan may depend on, and may not plan again. */
  readonly merged: ReadonlySet<string>
  /** `refuse`: units that share a path must depend on each other (C-07). Absent: they run one after the other. */
  readonly overlaps?: 'serialise' | 'refuse' | undefined
}

export function checkPlan(written: Json, known: KnownUnits): Result<Plan, readonly string[]> {
  const parsed = Plan.safeParse(written)
  if (!parsed.success) return failed(planFaults(parsed.error, written))
  const plan = parsed.data
  const large = sizeFault('the plan', plan, planBytes)
  if (large !== undefined) return failed([large])
  const ids = new Set(plan.units.map((unit) => unit.id))
  const errors = [
    ...duplicates(plan),
    ...foreignIds(plan, known),
    ...references(plan, ids, known),
    ...paths(plan),
    ...plan.units.flatMap((unit) => [...commandFaults(unit), ...termFaults(unit)]),
  ]
  if (known.overlaps === 'refuse') errors.push(...sharedPaths(plan))
  const cycle = findCycle(plan.units)
  if (cycle !== undefined) errors.push(`units depend on each other in a circle: ${cycle.join(' → ')}`)
  return errors.length === 0 ? success(plan) : failed(errors.slice(0, 50))
}

function duplicates(plan: Plan): string[] {
  return repeated(plan.units.map(({ id }) => id)).map((id) => `unit id used twice: ${id}`)
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

function foreignIds(plan: Plan, { taken, others, merged }: KnownUnits): string[] {
  return plan.units.flatMap(({ id }) => {
    if (taken.has(id)) return [`unit id is taken: ${id} (Forge itself uses ${[...taken].join(', ')})`]
    const owner = others?.get(id)
    if (owner !== undefined) return [`unit id is taken: ${id} (${owner})`]
    return merged.has(id) ? [mergedFault(id)] : []
  })
}

/** A plan that says something about merged work would change nothing, and look as if it did. */
export function mergedFault(id: string): string {
  return `unit ${id} is merged, and what is merged stays: leave it out of the plan, and give further work a new id`
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
      const fault = pathFault(path) ?? patternFault(path)
      return fault === undefined ? [] : [`unit ${unit.id} writes ${JSON.stringify(path)}, which ${fault}`]
    }),
  )
}

/** Results are told apart by the names of their commands, so two of one name could hide each other. */
function commandFaults({ id, verify }: PlannedUnit): string[] {
  if (verify.length === 0) return [`unit ${id} has no verify command`]
  return [
    ...repeated(verify.map(({ name }) => name)).map((name) => `unit ${id} has two verify commands called ${name}`),
    ...verify.flatMap(({ name, cwd }) => {
      const fault = cwd === '.' ? undefined : pathFault(cwd)
      return fault === undefined ? [] : [`unit ${id} runs ${name} in ${JSON.stringify(cwd)}, which ${fault}`]
    }),
  ]
}

function termFaults(unit: PlannedUnit): string[] {
  const { id, writes = [], disallowedChanges = [], expectedTrajectory = [], acceptanceCriteria = [] } = unit
  const named = [
    ...disallowedChanges.map((path) => ['must not change', path] as const),
    ...expectedTrajectory.map((path) => ['is expected to change', path] as const),
  ]
  const checks = acceptanceCriteria.map(({ check }) => check)
  return [
    ...named.flatMap(([verb, path]) => {
      const fault = pathFault(path)
      return fault === undefined ? [] : [`unit ${id} ${verb} ${JSON.stringify(path)}, which ${fault}`]
    }),
    ...writes.flatMap((path) => {
      const by = disallowedChanges.find((pattern) => isForbidden(path.replace(/\/$/, ''), pattern))
      return by === undefined ? [] : [`unit ${id} writes ${path}, and ${by} is among its disallowedChanges`]
    }),
    ...checks
      .filter((check, index) => checks.findIndex((other) => isSameCheck(other, check)) !== index)
      .map((check) => `unit ${id} has two acceptanceCriteria with the check ${JSON.stringify(check)}`),
    ...(unit.costBudget !== undefined && Object.keys(unit.costBudget).length === 0
      ? [`unit ${id} has a costBudget without maxTokens and without maxRetries`]
      : []),
  ]
}

function sharedPaths(plan: Plan): string[] {
  return overlapsIn(plan)
    .filter(({ order }) => order === 'parallel')
    .map(({ units, paths }) => {
      const [one, other] = units
      return `units ${one} and ${other} both write ${paths.slice(0, 5).join(', ')}: let one depend on the other, or keep them apart`
    })
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
