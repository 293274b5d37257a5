/** Facts of a run and of a unit in it that statuses and gates read: plain values under plain names, computed from the recorded state. */
import type { Json } from '#model/json.ts'
import type { Phase } from '#model/phase.ts'
import { phasesOf, positionOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Records by name; a fact that has no value is null. */
export type Facts = Readonly<Record<string, Json>>

/** Facts of a run: `run.…`. */
export function runFacts(state: RunState): Facts {
  const brought = new Set(state.spec?.units.map(({ id }) => id))
  const planned = state.order.filter((id) => !brought.has(id)).map((id) => state.units[id] as UnitState)
  return {
    run: {
      id: state.run,
      state: state.status,
      outcome: state.outcome ?? null,
      /** A human reviewed it and closed it with a note. */
      closed: state.retrospected,
      /** It opened in planning, and no human has started it yet. */
      waits: state.spec?.opens === 'planning' && !state.isStarted,
      /** How many units it has besides those of the preset. */
      planned: planned.length,
      /** One of those has started. */
      begun: planned.some((unit) => phasesOf(state, unit).some(({ name }) => unit.phases[name] !== undefined)),
    },
  }
}

/** Facts of a unit: itself, its current phase, and the phases behind and ahead of that (`ahead` begins with it). */
export function unitFacts(state: RunState, unit: UnitState): Facts {
  const position = unit.status === 'open' ? positionOf(state, unit) : undefined
  const phases = phasesOf(state, unit).filter(({ effect }) => effect !== 'off')
  const at = position === undefined ? phases.length : phases.indexOf(position.phase)
  return {
    unit: {
      id: unit.spec.id,
      title: unit.spec.title,
      pipeline: unit.spec.template,
      attempts: unit.dispatches,
      state: unit.status,
      merged: unit.merged !== undefined,
      failure: unit.stop?.failure?.tag ?? null,
      documents: Object.keys(unit.documents).length,
    },
    phase:
      position === undefined
        ? null
        : {
            ...phaseFacts(position.phase),
            attempt: position.state.lastAttempt,
            passed: position.state.last?.verdict === 'pass',
            open: state.openAttempts[position.path] !== undefined,
          },
    behind: stretchFacts(phases.slice(0, at)),
    ahead: stretchFacts(phases.slice(at)),
  }
}

function phaseFacts(phase: Phase): { readonly [name: string]: Json } {
  return { name: phase.name, kind: phase.kind, yields: phase.kind === 'agent' ? phase.yields : null }
}

function stretchFacts(phases: readonly Phase[]): Json {
  const agents = phases.filter((phase) => phase.kind === 'agent')
  return {
    phases: phases.length,
    work: agents.some(({ yields }) => yields === 'work'),
    'judges-work': agents.some(({ yields, judges }) => yields === 'verdict' && judges === undefined),
    'judges-document': agents.some(({ judges }) => judges !== undefined),
  }
}
