/** An accepted plan becomes units of its author: new ones are added, changed ones replaced, missing ones dropped. */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Envelope } from '#model/budget.ts'
import { hashOf } from '#model/digest.ts'
import type { UnitId } from '#model/ids.ts'
import type { AgentPhase } from '#model/phase.ts'
import type { Plan, PlannedUnit, UnitSpec } from '#model/unit.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { doesWork, phasesOf } from './position.ts'
import { isCovered } from './paths.ts'
import { belowOf, isOwnedBy } from './planners.ts'
import { termsOf } from './unit-terms.ts'

export interface GraphChange {
  readonly add: readonly UnitSpec[]
  readonly drop: readonly UnitId[]
  readonly replace: readonly UnitSpec[]
}

/** The units of a plan, with the closing units that run behind all of them. */
export function unitsOf(state: RunState, author: UnitState, plan: Plan): readonly UnitSpec[] {
  const planner = plannerIn(state, author)
  if (planner === undefined) return []
  const plannedBy = author.spec.id
  const units = plan.units.map((unit): UnitSpec => ({ ...specOfPlanned(planner, unit).spec, plannedBy }))
  const ids = [...units.map((unit) => unit.id), ...besides(state, author)]
  const closing = (state.spec?.closing ?? []).map((unit): UnitSpec => ({ ...unit, after: [...ids, ...unit.after] }))
  return [...units, ...closing]
}

/**
 * What the closing units depend on besides the units of this plan: added units, other planners, and what they planned.
 */
function besides(state: RunState, author: UnitState): readonly UnitId[] {
  const closing = new Set((state.spec?.closing ?? []).map(({ id }) => id))
  return state.order.filter((id) => {
    const { spec, status } = state.units[id] as UnitState
    return id !== author.spec.id && !closing.has(id) && status !== 'dropped' && spec.plannedBy !== author.spec.id
  })
}

/** A phase that plans, with the template that its units follow unless they ask for another. */
type Planner = AgentPhase & { readonly template: string }

function plannerIn(state: RunState, author: UnitState): Planner | undefined {
  const planner = phasesOf(state, author).find((phase) => phase.kind === 'agent' && phase.yields === 'plan')
  return planner?.kind === 'agent' && planner.template !== undefined ? (planner as Planner) : undefined
}

/** The phase of a unit that plans. */
export function planPhaseOf(state: RunState, unit: UnitState): string | undefined {
  return plannerIn(state, unit)?.name
}

/** The first phase of the run that plans: units that are added later follow the same template. */
export function plannerOf(state: RunState): Planner | undefined {
  for (const id of state.order) {
    const found = plannerIn(state, state.units[id] as UnitState)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * A planned unit as one of the run. A pipeline that does not exist is reported, and the default replaces it (S0-03).
 */
export function specOfPlanned(
  planner: Planner,
  unit: PlannedUnit,
): { readonly spec: UnitSpec; readonly warnings: readonly Said[] } {
  const { pipeline } = unit
  const isKnown = pipeline === undefined || pipeline === planner.template || planner.pipelines?.includes(pipeline)
  const template = pipeline !== undefined && isKnown === true ? pipeline : planner.template
  const known = [planner.template, ...(planner.pipelines ?? [])].join(', ')
  const warning = say('unit.pipelineUnknown', { unit: unit.id, pipeline: pipeline ?? '', known, template })
  return { spec: { ...unit, template, after: [] }, warnings: isKnown === true ? [] : [truncated(warning, 500)] }
}

export function pipelineWarnings(state: RunState, author: UnitState, plan: Plan): readonly Said[] {
  const planner = plannerIn(state, author)
  return planner === undefined ? [] : plan.units.flatMap((unit) => specOfPlanned(planner, unit).warnings)
}

/** The existing closing units, with one more unit before them. */
export function closingAfter(state: RunState, id: UnitId): readonly UnitSpec[] {
  return (state.spec?.closing ?? []).flatMap(({ id: closing }) => {
    const unit = state.units[closing]
    return unit === undefined ? [] : [{ ...unit.spec, after: [...unit.spec.after, id] }]
  })
}

/**
 * The changes of the graph that turn the author's part of it into the plan. Units of other planners are not touched,
 * and merged units stay as they are. A dropped unit takes with it what it has planned itself.
 */
export function changeFor(state: RunState, author: UnitState, plan: Plan): GraphChange {
  const wanted = unitsOf(state, author, plan)
  const ids = new Set(wanted.map((unit) => unit.id))
  const add = wanted.filter((unit) => state.units[unit.id] === undefined)
  const replace = wanted.filter((spec) => {
    const unit = state.units[spec.id]
    if (unit === undefined || unit.merged !== undefined || unit.spec.plannedBy !== spec.plannedBy) return false
    return unit.status === 'dropped' || unit.hash !== hashOf(spec)
  })
  const gone = state.order.filter((id) => isOwnedBy(state, id, author.spec.id) && !ids.has(id))
  const barren = replace.filter((spec) => !plans(state, spec)).map(({ id }) => id)
  const below = belowOf(state, [...gone, ...barren])
  const drop = state.order.filter((id) => {
    const unit = state.units[id] as UnitState
    return (gone.includes(id) || below.has(id)) && unit.merged === undefined && unit.status !== 'dropped'
  })
  return { add, drop, replace }
}

/** Units of a plan that were merged in another form than it wants, or that another planner owns by now. */
export function overtakenIn(state: RunState, author: UnitState, plan: Plan): readonly UnitId[] {
  return unitsOf(state, author, plan).flatMap((spec) => {
    const unit = state.units[spec.id]
    if (unit === undefined || spec.plannedBy === undefined) return []
    const isOther = unit.spec.plannedBy !== spec.plannedBy
    return isOther || (unit.merged !== undefined && unit.hash !== hashOf(spec)) ? [spec.id] : []
  })
}

function plans(state: RunState, { template }: UnitSpec): boolean {
  const phases = state.spec?.templates[template]?.phases ?? []
  return phases.some((phase) => phase.kind === 'agent' && phase.yields === 'plan' && phase.effect !== 'off')
}

/** What a human allows by approving this plan. */
export function envelopeOf(state: RunState, author: UnitState, plan: Plan): Envelope {
  const units = unitsOf(state, author, plan)
  const writers = units.filter((unit) => doesWork(state, unit))
  const writes = new Set(writers.flatMap((unit) => unit.writes ?? ['*']))
  const commands = new Set(units.flatMap((unit) => unit.verify.map((command) => command.run)))
  const terms = [...plan.units, ...mergedOf(state, author)].flatMap((unit) => termsOf(unit.id, unit)).toSorted()
  return {
    planner: author.spec.id,
    writes: [...writes].toSorted(),
    commands: [...commands].toSorted(),
    dispatches: units.length * state.limits.unitDispatches,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

/** The merged units of the author: no plan names them any more, and none of them is dropped. */
export function mergedOf(state: RunState, author: UnitState): readonly UnitSpec[] {
  return state.order.flatMap((id) => {
    const unit = state.units[id] as UnitState
    return unit.merged !== undefined && isOwnedBy(state, id, author.spec.id) ? [unit.spec] : []
  })
}

/** Whether an approved envelope covers another one: same planner, nothing wider in paths, commands or effort, no term dropped. */
export function covers(approved: Envelope, wanted: Envelope): boolean {
  const everything = approved.writes.includes('*')
  return (
    wanted.planner === approved.planner &&
    wanted.dispatches <= approved.dispatches &&
    (approved.terms ?? []).every((term) => wanted.terms?.includes(term) ?? false) &&
    wanted.commands.every((command) => approved.commands.includes(command)) &&
    wanted.writes.every((path) => everything || (path !== '*' && isCovered(path, approved.writes)))
  )
}
