/**
 * Commands about planned units: start them, add to them, close the run with a note. Each may be refused, with its
 * reason.
 */
import { say, truncated, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Event } from '#model/event.ts'
import type { MessageOf } from '#model/message.ts'
import { PlannedUnit } from '#model/unit.ts'
import { explain } from '#model/explain.ts'
import { pathFault } from '#core/graph/paths.ts'
import { closingAfter, plannerOf, specOfPlanned } from '#core/graph/expand.ts'
import { proposedIds } from '#core/graph/planners.ts'
import { unitStatus } from '#core/gates/status.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { refused } from './refusal.ts'

export function acceptBegin(state: RunState, message: MessageOf<'begin'>): readonly Event[] {
  if (state.status === 'finished' || state.status === 'cancelling')
    return [refused(message, say('wait.run', { status: say(`state.${state.status}`) }))]
  if (state.spec?.opens !== 'planning') return [refused(message, say('run.startsUnitsItself'))]
  const unknown = message.only?.find((id) => state.units[id] === undefined)
  if (unknown !== undefined) return [refused(message, say('unit.doesNotExist', { unit: unknown }))]
  const over = message.only?.find((id) => state.units[id]?.status === 'stopped')
  if (over !== undefined) {
    const { said } = unitStatus(state, state.units[over] as UnitState)
    return [refused(message, say('unit.reopenFirst', { unit: over, status: said }))]
  }
  if (state.isStarted && state.startedUnits?.join() === message.only?.join())
    return [refused(message, say('run.alreadyStarted'))]
  const { at, by, only } = message
  const skipped = state.order.filter((id) => state.units[id]?.status === 'stopped')
  return [
    {
      type: 'run.begun',
      v: 1,
      at,
      by,
      ...defined({ only }),
      ...(skipped.length === 0 ? {} : { skipped: skipped.map((unit) => skipOf(state, unit)) }),
    },
  ]
}

/** A unit that stopped is skipped as a whole, and that is recorded (S0-05). */
function skipOf(state: RunState, id: string): { unit: string; status: Said } {
  return { unit: id, status: unitStatus(state, state.units[id] as UnitState).said }
}

export function acceptAdd(state: RunState, message: MessageOf<'add'>): readonly Event[] {
  if (state.status === 'finished' || state.status === 'cancelling')
    return [refused(message, say('wait.run', { status: say(`state.${state.status}`) }))]
  const planner = plannerOf(state)
  if (planner === undefined) return [refused(message, say('run.nothingPlannedToAddTo'))]
  const parsed = PlannedUnit.safeParse(message.unit)
  if (!parsed.success) return [refused(message, truncated(explain(parsed.error), 2000))]
  const fault = addFault(state, parsed.data)
  if (fault !== undefined) return [refused(message, fault)]
  const { spec: planned, warnings } = specOfPlanned(planner, parsed.data)
  const spec = { ...planned, added: true as const }
  const replace = closingAfter(state, spec.id)
  return [
    {
      type: 'graph.changed',
      v: 1,
      at: message.at,
      // A replaced unit starts anew, and its keys with it.
      iteration: replace.length === 0 ? state.specVersion : state.specVersion + 1,
      add: [spec],
      drop: [],
      replace: [...replace],
      reason: say('unit.addedBy', { name: message.by.name }),
      ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    },
  ]
}

function addFault(state: RunState, unit: PlannedUnit): Said | undefined {
  const closing = (state.spec?.closing ?? []).map(({ id }) => id)
  if (state.units[unit.id] !== undefined || closing.includes(unit.id) || proposedIds(state).has(unit.id))
    return say('unit.idTaken', { unit: unit.id })
  if (closing.some((id) => state.units[id]?.inWork === true)) return say('run.tooLateToAdd')
  const lost = unit.depends.find((id) => state.units[id] === undefined || state.units[id]?.status === 'dropped')
  if (lost !== undefined) return say('unit.dependsOnMissing', { unit: unit.id, other: lost })
  if (unit.verify.length === 0) return say('unit.hasNoVerifyCommand', { unit: unit.id })
  for (const path of unit.writes ?? []) {
    const fault = pathFault(path)
    if (fault !== undefined) return say('unit.writesBadPath', { unit: unit.id, path: JSON.stringify(path), fault })
  }
  return undefined
}

export function acceptRetrospect(state: RunState, message: MessageOf<'retrospect'>): readonly Event[] {
  if (state.status !== 'finished')
    return [refused(message, say('run.notFinished', { status: say(`state.${state.status}`) }))]
  if (state.retrospected) return [refused(message, say('command.alreadyDone'))]
  return [{ type: 'run.retrospected', v: 1, at: message.at, by: message.by, note: message.note }]
}
