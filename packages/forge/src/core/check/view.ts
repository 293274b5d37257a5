/**
 * How the checker identifies a state: what has happened to each phase and what has been spent, without the names of
 * commits, keys and times. Two states of one view behave alike, so each view is visited once.
 */
import { judgedTheSame } from '#model/same-judgement.ts'
import type { Phase } from '#model/phase.ts'
import { judgedNow, phasesOf, positionOf } from '#core/graph/position.ts'
import { hashOf } from '#model/digest.ts'
import type { PhaseState, RunState, UnitState } from '#core/state/state.ts'

export function viewOf(state: RunState): string {
  const units = state.order.map((id) => unitView(state, state.units[id] as UnitState))
  const open = Object.keys(state.openAttempts).toSorted()
  const asked = Object.values(state.questions).map(({ path }) => path)
  const asks = [state.capacity.open !== undefined, state.publishing.open !== undefined]
  const machine = [...asks, state.tidying.status, state.unavailable, state.replans ?? 0]
  return JSON.stringify([state.status, state.outcome, machine, open, asked.toSorted(), units])
}

function unitView(state: RunState, unit: UnitState): unknown {
  // Done units need no further detail: production reopens only stopped ones.
  if (unit.status === 'done') return 'done'
  const phases = phasesLeft(state, unit).map((phase) => phaseView(state, unit, phase))
  const has = [unit.plan?.expanded, unit.head !== undefined, unit.candidate !== undefined, unit.merged !== undefined]
  return [unit.status, unit.generation, unit.inWork, unit.wakeAt !== undefined, has, phases]
}

/** Phases up to the merge are settled: their past no longer matters, unless the unit is judged again. */
function phasesLeft(state: RunState, unit: UnitState): readonly Phase[] {
  const phases = phasesOf(state, unit)
  if (unit.merged === undefined) return phases
  const merge = phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'merge')
  const position = positionOf(state, unit)?.phase
  const isBehind = position === undefined || phases.indexOf(position) > merge
  return isBehind ? phases.slice(merge + 1) : phases
}

function phaseView(state: RunState, unit: UnitState, phase: Phase): unknown {
  const known = unit.phases[phase.name]
  if (known === undefined) return 0
  const {
    failedAttempts: attempts,
    revisions,
    repairs = 0,
    tiersUp = 0,
    otherModels = 0,
    variant,
    findingsOfLastRound: found = -1,
    last,
  } = known
  return [
    [attempts, revisions, repairs, tiersUp, otherModels],
    variant,
    [found, last?.found ?? -1],
    lastView(state, unit, { phase, known }),
    inputView(state, unit, { phase, known }),
  ]
}

interface Known {
  readonly phase: Phase
  readonly known: PhaseState
}

function lastView(state: RunState, unit: UnitState, { phase, known: { last } }: Known): unknown {
  if (last === undefined) return 0
  const judged = judgedNow(state, unit, phase)
  const isCurrent = judged !== undefined && judgedTheSame(last.judged, judged)
  return [last.verdict, last.failure?.tag, isCurrent, last.handled, last.key.endsWith(':ask')]
}

/** What was spent on exactly the current input; what was spent on other inputs never counts again. */
function inputView(state: RunState, unit: UnitState, { phase, known: { inputs } }: Known): unknown {
  const judged = Object.keys(inputs).length === 0 ? undefined : judgedNow(state, unit, phase)
  return judged === undefined ? 0 : (inputs[hashOf(judged)] ?? 0)
}
