/** Can a proposed plan run? Errors go back to its author; a plan with errors is never approvable (I-15). */
import { say, type Said } from '#messages/said.ts'
import { planBytes, sizeFault } from '#model/bounds.ts'
import { Plan, type PlannedUnit, type UnitSpec } from '#model/unit.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import { pathFault, patternFault } from './paths.ts'
import { overlapsIn } from './overlaps.ts'
import { planFaults } from './plan-faults.ts'
import { isForbidden, isSameCheck } from './unit-terms.ts'

export interface KnownUnits {
  /** Ids that the run itself uses. */
  readonly taken: ReadonlySet<string>
  /** Ids of other planners and of units that people added, each with its owner. */
  readonly others?: ReadonlyMap<string, Said>
  /** Merged units that a plan may depend on, and may not plan again. */
  readonly merged: ReadonlySet<string>
  /** `refuse`: units that share a path must depend on each other (C-07). Absent: they run one after the other. */
  readonly overlaps?: 'serialise' | 'refuse' | undefined
}

export function checkPlan(written: Json, known: KnownUnits): Result<Plan, readonly Said[]> {
  const parsed = Plan.safeParse(written)
  if (!parsed.success) return failed(planFaults(parsed.error, written))
  const plan = parsed.data
  const large = sizeFault(say('text.thePlan'), plan, planBytes)
  if (large !== undefined) return failed([large])
  const ids = new Set(plan.units.map((unit) => unit.id))
  const errors: Said[] = [
    ...duplicates(plan),
    ...foreignIds(plan, known),
    ...references(plan, ids, known),
    ...paths(plan),
    ...plan.units.flatMap((unit) => [...commandFaults(unit), ...termFaults(unit)]),
  ]
  if (known.overlaps === 'refuse') errors.push(...sharedPaths(plan))
  const cycle = findCycle(plan.units)
  if (cycle !== undefined) errors.push(say('plan.cycle', { cycle: cycle.join(' → ') }))
  return errors.length === 0 ? success(plan) : failed(errors.slice(0, 50))
}

function duplicates(plan: Plan): Said[] {
  return repeated(plan.units.map(({ id }) => id)).map((id) => say('unit.idUsedTwice', { unit: id }))
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

function foreignIds(plan: Plan, { taken, others, merged }: KnownUnits): Said[] {
  return plan.units.flatMap(({ id }) => {
    if (taken.has(id)) return [say('unit.idUsedByForge', { unit: id, taken: [...taken].join(', ') })]
    const owner = others?.get(id)
    if (owner !== undefined) return [say('unit.idTakenByOwner', { unit: id, owner })]
    return merged.has(id) ? [mergedFault(id)] : []
  })
}

/** A plan that names merged work would change nothing, and look as if it did. */
export function mergedFault(id: string): Said {
  return say('plan.changesMergedUnit', { unit: id })
}

function references(plan: Plan, ids: ReadonlySet<string>, known: KnownUnits): Said[] {
  return plan.units.flatMap((unit) =>
    unit.depends
      .filter((id) => !ids.has(id) && !known.merged.has(id))
      .map((id) => say('unit.dependsOnMissing', { unit: unit.id, other: id })),
  )
}

function paths(plan: Plan): Said[] {
  return plan.units.flatMap((unit) =>
    (unit.writes ?? []).flatMap((path) => {
      const fault = pathFault(path) ?? patternFault(path)
      return fault === undefined
        ? []
        : [say('unit.writesBadPath', { unit: unit.id, path: JSON.stringify(path), fault })]
    }),
  )
}

/** Results are identified by the names of their commands, so two of one name could hide each other. */
function commandFaults({ id, verify }: PlannedUnit): Said[] {
  if (verify.length === 0) return [say('unit.hasNoVerifyCommand', { unit: id })]
  return [
    ...repeated(verify.map(({ name }) => name)).map((name) => say('unit.verifyNameUsedTwice', { unit: id, name })),
    ...verify.flatMap(({ name, cwd }) => {
      const fault = cwd === '.' ? undefined : pathFault(cwd)
      return fault === undefined
        ? []
        : [say('unit.verifyRunsInBadPath', { unit: id, name, path: JSON.stringify(cwd), fault })]
    }),
  ]
}

function termFaults(unit: PlannedUnit): Said[] {
  const { id, writes = [], disallowedChanges = [], expectedTrajectory = [], acceptanceCriteria = [] } = unit
  const named = [
    ...disallowedChanges.map((path) => ['unit.disallowedBadPath', path] as const),
    ...expectedTrajectory.map((path) => ['unit.expectedBadPath', path] as const),
  ]
  const checks = acceptanceCriteria.map(({ check }) => check)
  return [
    ...named.flatMap(([code, path]) => {
      const fault = pathFault(path)
      return fault === undefined ? [] : [say(code, { unit: id, path: JSON.stringify(path), fault })]
    }),
    ...writes.flatMap((path) => {
      const by = disallowedChanges.find((pattern) => isForbidden(path.replace(/\/$/, ''), pattern))
      return by === undefined ? [] : [say('unit.writesDisallowedPath', { unit: id, path, by })]
    }),
    ...checks
      .filter((check, index) => checks.findIndex((other) => isSameCheck(other, check)) !== index)
      .map((check) => say('unit.criterionUsedTwice', { unit: id, check: JSON.stringify(check) })),
    ...(unit.costBudget !== undefined && Object.keys(unit.costBudget).length === 0
      ? [say('unit.costBudgetEmpty', { unit: id })]
      : []),
  ]
}

function sharedPaths(plan: Plan): Said[] {
  return overlapsIn(plan)
    .filter(({ order }) => order === 'parallel')
    .map(({ units, paths }) => {
      const [one, other] = units
      return say('plan.unitsWriteSamePaths', { one, other, paths: paths.slice(0, 5).join(', ') })
    })
}

/** The first cycle of dependencies, by name; undefined when the units can be ordered. */
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
