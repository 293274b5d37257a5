/** What is told at the end of a run, or whenever somebody asks: a table of units, totals, and what to do about the rest. */
import { raw, say, several, shortened, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { PriceBookName } from '#model/price.ts'
import type { UnitId } from '#model/ids.ts'
import type { Checks } from '#model/note.ts'
import { phasesOf } from '#core/graph/position.ts'
import { holdOf, surveyOf, type Survey } from '#core/schedule/ready.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { attemptsOf, retriesOf } from './attempts.ts'
import { noCost, type CostView } from './cost.ts'
import { stopText } from './reason.ts'

export interface ReportView {
  readonly run: string
  readonly status: RunState['status']
  readonly outcome: RunState['outcome']
  readonly reason: Said | undefined
  readonly unitsDone: number
  readonly unitsTotal: number
  /** Attempts of agents beyond the first of each phase. */
  readonly retries: number
  readonly rows: readonly ReportRow[]
  readonly costMicros: number
  readonly estimatedMicros: number
  /** Tokens that have no price, and of which models, where their names are known. */
  readonly unpricedTokens: number
  readonly unpriced: readonly string[]
  /** Where prices come from besides the configuration; undefined: nobody recorded it. */
  readonly priceBook: PriceBookName | undefined
  readonly tokens: number
  readonly activeMinutes: number
  /** What to do about each unit that is not done, one line each; empty when there is none. */
  readonly advice: readonly Said[]
  /** What was deferred and is left for somebody to decide. */
  readonly openPoints: readonly OpenPoint[]
  /** What phases wrote that no other phase works from or judges: it was written for people. */
  readonly documents: readonly WrittenDocument[]
  /** When nothing at all came of it: what to think of first. */
  readonly failure: Said | undefined
}

export interface ReportRow {
  readonly unit: UnitId
  readonly title: string
  readonly status: UnitState['status'] | 'held-back'
  /** How often its agents tried. */
  readonly attempts: number
  /** Of the last commands that Forge ran for it; absent when it never came so far. */
  readonly checks: Checks | undefined
  readonly costMicros: number
  readonly estimatedMicros: number
  readonly activeMinutes: number
  readonly notes: Said
}

export function reportOf(state: RunState, cost: CostView, checks: Readonly<Record<UnitId, Checks>> = {}): ReportView {
  const survey = surveyOf(state)
  const units = state.order.map((id) => state.units[id] as UnitState).filter((unit) => unit.status !== 'dropped')
  return {
    run: state.run,
    status: state.status,
    outcome: state.outcome,
    reason: state.reason,
    unitsDone: units.filter((unit) => unit.status === 'done').length,
    unitsTotal: units.length,
    retries: units.reduce((sum, unit) => sum + retriesOf(state, unit), 0),
    rows: units.map((unit) => ({ ...rowOf(state, survey, unit, cost), checks: checks[unit.spec.id] })),
    costMicros: cost.total.costMicros,
    estimatedMicros: cost.total.estimatedMicros,
    unpricedTokens: cost.total.unpricedTokens,
    unpriced: state.unpriced?.models ?? [],
    priceBook: state.spec?.priceBook,
    tokens: cost.total.tokens,
    activeMinutes: minutes(cost.total.activeMs),
    openPoints: openPoints(state),
    documents: units.flatMap((unit) => documentsForPeople(state, unit)),
    advice: units.flatMap(adviceFor),
    failure: failureOf(units),
  }
}

/** Every unit that was to bring work stopped or was held back: the trouble is seldom in one of them. */
function failureOf(units: readonly UnitState[]): Said | undefined {
  const stopped = units.filter(({ status }) => status === 'stopped')
  if (stopped.length === 0 || units.some(({ merged }) => merged !== undefined)) return undefined
  const reasons = stopped.map(({ stop }) => (stop === undefined ? raw('') : stopText(stop)))
  const [reason = raw('')] = reasons
  const isOne = stopped.length > 1 && new Set(reasons.map((one) => canonicalJson(one))).size === 1
  const cause = isOne ? say('report.allStoppedForSameReason', { count: stopped.length, reason }) : reason
  return say('report.nothingMergedLookAtPlan', { cause })
}

export interface OpenPoint {
  readonly unit: UnitId
  readonly phase: string
  readonly text: Said
}

/** What gates of effect `defer` found and nobody has decided: told at the end, whatever else became of the run (U-06). */
export function openPoints(state: RunState): readonly OpenPoint[] {
  return state.order.flatMap((id) => {
    const unit = state.units[id] as UnitState
    return phasesOf(state, unit).flatMap(({ name, effect }): OpenPoint[] => {
      const last = unit.phases[name]?.last
      if (effect !== 'defer' || last === undefined || last.verdict === 'pass') return []
      const { failure } = last
      const text = failure !== undefined && 'summary' in failure ? failure.summary : raw(failure?.tag ?? last.verdict)
      return [{ unit: id, phase: name, text: shortened(text, 500) }]
    })
  })
}

export interface WrittenDocument {
  readonly unit: UnitId
  readonly phase: string
  readonly text: string
}

function documentsForPeople(state: RunState, unit: UnitState): readonly WrittenDocument[] {
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

function rowOf(state: RunState, survey: Survey, unit: UnitState, cost: CostView): Omit<ReportRow, 'checks'> {
  const { id, title } = unit.spec
  const spent = cost.units[id]?.total ?? noCost
  const hold = unit.status === 'open' ? holdOf(state, survey, unit) : undefined
  return {
    unit: id,
    title,
    status: hold?.why === 'held-back' ? 'held-back' : unit.status,
    attempts: attemptsOf(state, unit),
    costMicros: spent.costMicros,
    estimatedMicros: spent.estimatedMicros,
    activeMinutes: minutes(spent.activeMs),
    notes: hold?.why === 'held-back' ? say('wait.dependency', { unit: hold.unit }) : notesOf(unit),
  }
}

function notesOf(unit: UnitState): Said {
  if (unit.stop !== undefined) return stopText(unit.stop)
  const reopened = unit.generation - 1
  return several([
    ...(reopened > 0 ? [say('report.reopened', { count: reopened })] : []),
    ...(unit.feedback === undefined ? [] : [say('report.sentBackByPhase', { phase: unit.feedback.from })]),
    ...valuesByKey(unit.phases).flatMap(({ warnings = [] }) => warnings),
  ])
}

function adviceFor({ spec, stop }: UnitState): Said[] {
  return stop === undefined ? [] : [say('text.withDetail', { what: spec.id, detail: stop.remedy.hint })]
}

function minutes(ms: number): number {
  return Math.round(ms / 6000) / 10
}
