/** The end of a report on a run: remedies, open decisions, documents. */
import { raw, say, truncated, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { RunView } from '#model/view.ts'
import { phasesOf } from '#core/graph/position.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { retriesOf } from './attempts.ts'
import { stopText } from './reason.ts'

type Closing = Pick<RunView, 'advice' | 'openPoints' | 'documents' | 'failure' | 'retries'>

export function closingOf(state: RunState): Closing {
  const units = state.order.map((id) => state.units[id] as UnitState).filter((unit) => unit.status !== 'dropped')
  return {
    retries: units.reduce((sum, unit) => sum + retriesOf(state, unit), 0),
    advice: units.flatMap(adviceFor),
    openPoints: openPoints(state),
    documents: units.flatMap((unit) => documentsForPeople(state, unit)),
    failure: failureOf(units),
  }
}

/** Every unit that was to bring work stopped or is blocked: the cause is seldom in one of them. */
function failureOf(units: readonly UnitState[]): Said | undefined {
  const stopped = units.filter(({ status }) => status === 'stopped')
  if (stopped.length === 0 || units.some(({ merged }) => merged !== undefined)) return undefined
  const reasons = stopped.map(({ stop }) => (stop === undefined ? raw('') : stopText(stop)))
  const [reason = raw('')] = reasons
  const isOne = stopped.length > 1 && new Set(reasons.map((one) => canonicalJson(one))).size === 1
  const cause = isOne ? say('report.allStoppedForSameReason', { count: stopped.length, reason }) : reason
  return say('report.nothingMergedLookAtPlan', { cause })
}

/** Undecided findings of gates with effect `defer`: shown at the end, however the run ended (U-06). */
export function openPoints(state: RunState): RunView['openPoints'] {
  return state.order.flatMap((id) => {
    const unit = state.units[id] as UnitState
    return phasesOf(state, unit).flatMap(({ name, effect }) => {
      const last = unit.phases[name]?.last
      if (effect !== 'defer' || last === undefined || last.verdict === 'pass') return []
      const { failure } = last
      const text = failure !== undefined && 'summary' in failure ? failure.summary : raw(failure?.tag ?? last.verdict)
      return [{ unit: id, phase: name, text: truncated(text, 500) }]
    })
  })
}

/** Documents that no other phase works from or judges. */
function documentsForPeople(state: RunState, unit: UnitState): RunView['documents'] {
  const phases = phasesOf(state, unit)
  const isRead = (name: string): boolean =>
    phases.some(
      (phase) =>
        (phase.kind === 'agent' && phase.requires?.includes(name) === true) ||
        ((phase.kind === 'agent' || phase.kind === 'ask') && phase.judges === name),
    )
  return phases.flatMap(({ name }) => {
    const written = unit.documents[name]
    return written === undefined || isRead(name) ? [] : [{ unit: unit.spec.id, phase: name, text: written.text }]
  })
}

function adviceFor({ spec, stop }: UnitState): Said[] {
  return stop === undefined ? [] : [say('text.withDetail', { what: spec.id, detail: stop.remedy.hint })]
}
