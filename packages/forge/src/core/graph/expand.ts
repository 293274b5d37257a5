/** An accepted plan becomes units: what is new is added, what changed is replaced, what is gone is dropped. */
import type { Envelope } from '#model/budget.ts'
import { hashOf } from '#model/digest.ts'
import type { UnitId } from '#model/ids.ts'
import type { AgentPhase } from '#model/phase.ts'
import type { Plan, PlannedUnit, UnitSpec } from '#model/unit.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { doesWork, phasesOf } from './position.ts'
import { isCovered } from './paths.ts'
import { termsOf } from './terms.ts'

export interface GraphChange {
  readonly add: readonly UnitSpec[]
  readonly drop: readonly UnitId[]
  readonly replace: readonly UnitSpec[]
}

/** The units of a plan, with the closing units that run behind all of them. */
export function unitsOf(state: RunState, author: UnitState, plan: Plan): readonly UnitSpec[] {
  const planner = plannerIn(state, author)
  if (planner === undefined) return []
  const units = plan.units.map((unit) => specOfPlanned(planner, unit).spec)
  const added = state.order.filter((id) => state.units[id]?.spec.added === true)
  const ids = [...units.map((unit) => unit.id), ...added]
  const closing = (state.spec?.closing ?? []).map((unit): UnitSpec => ({ ...unit, after: [...ids, ...unit.after] }))
  return [...units, ...closing]
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

/** The first phase of the run that plans: what is added later follows the same template. */
export function plannerOf(state: RunState): Planner | undefined {
  for (const id of state.order) {
    const found = plannerIn(state, state.units[id] as UnitState)
    if (found !== undefined) return found
  }
  return undefined
}

/** A planned unit as one of the run. A pipeline that does not exist is told, and the default takes its place (S0-03). */
export function specOfPlanned(
  planner: Planner,
  unit: PlannedUnit,
): { readonly spec: UnitSpec; readonly warnings: readonly string[] } {
  const { pipeline } = unit
  const isKnown = pipeline === undefined || pipeline === planner.template || planner.pipelines?.includes(pipeline)
  const template = pipeline !== undefined && isKnown === true ? pipeline : planner.template
  const known = [planner.template, ...(planner.pipelines ?? [])].join(', ')
  const warning = `unit ${unit.id} asks for pipeline ${pipeline}, which does not exist (known: ${known}); it follows ${template}`
  return { spec: { ...unit, template, after: [] }, warnings: isKnown === true ? [] : [warning.slice(0, 500)] }
}

export function pipelineWarnings(state: RunState, author: UnitState, plan: Plan): readonly string[] {
  const planner = plannerIn(state, author)
  return planner === undefined ? [] : plan.units.flatMap((unit) => specOfPlanned(planner, unit).warnings)
}

/** The closing units that are there, as they stand once another unit comes before them. */
export function closingAfter(state: RunState, id: UnitId): readonly UnitSpec[] {
  return (state.spec?.closing ?? []).flatMap(({ id: closing }) => {
    const unit = state.units[closing]
    return unit === undefined ? [] : [{ ...unit.spec, after: [...unit.spec.after, id] }]
  })
}

/** What has to happen to the graph so that it is the plan's. Merged units stay as they are. */
export function changeFor(state: RunState, author: UnitState, plan: Plan): GraphChange {
  const wanted = unitsOf(state, author, plan)
  const ids = new Set(wanted.map((unit) => unit.id))
  const fixed = new Set((state.spec?.units ?? []).map((unit) => unit.id))
  const add = wanted.filter((unit) => state.units[unit.id] === undefined)
  const replace = wanted.filter((spec) => {
    const unit = state.units[spec.id]
    return unit !== undefined && unit.merged === undefined && (unit.status === 'dropped' || unit.hash !== hashOf(spec))
  })
  const drop = state.order.filter((id) => {
    const unit = state.units[id] as UnitState
    const isPlanned = !fixed.has(id) && unit.spec.added !== true
    return !ids.has(id) && isPlanned && unit.merged === undefined && unit.status !== 'dropped'
  })
  return { add, drop, replace }
}

/** What a human who approves this plan lets happen. */
export function envelopeOf(state: RunState, author: UnitState, plan: Plan): Envelope {
  const units = unitsOf(state, author, plan)
  const writers = units.filter((unit) => doesWork(state, unit))
  const writes = new Set(writers.flatMap((unit) => unit.writes ?? ['*']))
  const commands = new Set(units.flatMap((unit) => unit.verify.map((command) => command.run)))
  const terms = plan.units.flatMap((unit) => termsOf(unit.id, unit)).toSorted()
  return {
    writes: [...writes].toSorted(),
    commands: [...commands].toSorted(),
    dispatches: units.length * state.limits.unitDispatches,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

/** Whether an approved envelope covers another one: nothing wider in paths, commands or effort, no term dropped. */
export function covers(approved: Envelope, wanted: Envelope): boolean {
  const everything = approved.writes.includes('*')
  return (
    wanted.dispatches <= approved.dispatches &&
    (approved.terms ?? []).every((term) => wanted.terms?.includes(term) ?? false) &&
    wanted.commands.every((command) => approved.commands.includes(command)) &&
    wanted.writes.every((path) => everything || (path !== '*' && isCovered(path, approved.writes)))
  )
}
