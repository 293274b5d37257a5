/** An accepted plan becomes units: what is new is added, what changed is replaced, what is gone is dropped. */
import type { Envelope } from '#model/budget.ts'
import { hashOf } from '#model/digest.ts'
import type { UnitId } from '#model/ids.ts'
import type { Plan, UnitSpec } from '#model/unit.ts'
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
  const template = phasesOf(state, author).find((phase) => phase.kind === 'agent' && phase.yields === 'plan')
  if (template?.kind !== 'agent' || template.template === undefined) return []
  const name = template.template
  const units = plan.units.map((unit): UnitSpec => ({ ...unit, template: name, after: [] }))
  const ids = units.map((unit) => unit.id)
  const closing = (state.spec?.closing ?? []).map((unit): UnitSpec => ({ ...unit, after: [...ids, ...unit.after] }))
  return [...units, ...closing]
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
    return !ids.has(id) && !fixed.has(id) && unit.merged === undefined && unit.status !== 'dropped'
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
