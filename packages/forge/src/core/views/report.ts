/** What is told at the end of a run, or whenever somebody asks: a table of units, totals, and what to do about the rest. */
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
  readonly reason: string | undefined
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
  readonly advice: readonly string[]
  /** What was deferred and is left for somebody to decide. */
  readonly openPoints: readonly OpenPoint[]
  /** What phases wrote that no other phase works from or judges: it was written for people. */
  readonly documents: readonly WrittenDocument[]
  /** When nothing at all came of it: what to think of first. */
  readonly failure: string | undefined
}

export interface ReportRow {
  readonly unit: UnitId
  readonly title: string
  readonly status: UnitState['status'] | 'held back'
  /** How often its agents tried. */
  readonly attempts: number
  /** Of the last commands that Forge ran for it; absent when it never came so far. */
  readonly checks: Checks | undefined
  readonly costMicros: number
  readonly estimatedMicros: number
  readonly activeMinutes: number
  readonly notes: string
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
function failureOf(units: readonly UnitState[]): string | undefined {
  const stopped = units.filter(({ status }) => status === 'stopped')
  if (stopped.length === 0 || units.some(({ merged }) => merged !== undefined)) return undefined
  const reasons = stopped.map(({ stop }) => (stop === undefined ? '' : stopText(stop)))
  const isOne = stopped.length > 1 && new Set(reasons).size === 1
  const cause = isOne ? `all ${stopped.length} stopped for the same reason: ${reasons[0]}` : (reasons[0] ?? '')
  return `nothing was merged; ${cause}. Look at the plan, the verify commands and the setup before trying again`
}

export interface OpenPoint {
  readonly unit: UnitId
  readonly phase: string
  readonly text: string
}

/** What gates of effect `defer` found and nobody has decided: told at the end, whatever else became of the run (U-06). */
export function openPoints(state: RunState): readonly OpenPoint[] {
  return state.order.flatMap((id) => {
    const unit = state.units[id] as UnitState
    return phasesOf(state, unit).flatMap(({ name, effect }): OpenPoint[] => {
      const last = unit.phases[name]?.last
      if (effect !== 'defer' || last === undefined || last.verdict === 'pass') return []
      const { failure } = last
      const text = failure !== undefined && 'summary' in failure ? failure.summary : (failure?.tag ?? last.verdict)
      return [{ unit: id, phase: name, text: text.slice(0, 500) }]
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
    status: hold?.why === 'held-back' ? 'held back' : unit.status,
    attempts: attemptsOf(state, unit),
    costMicros: spent.costMicros,
    estimatedMicros: spent.estimatedMicros,
    activeMinutes: minutes(spent.activeMs),
    notes: hold?.why === 'held-back' ? `waits for ${hold.unit}` : notesOf(unit),
  }
}

function notesOf(unit: UnitState): string {
  if (unit.stop !== undefined) return stopText(unit.stop)
  const reopened = unit.generation - 1
  return [
    ...(reopened > 0 ? [`reopened ${reopened} times`] : []),
    ...(unit.feedback === undefined ? [] : [`sent back by ${unit.feedback.from}`]),
    ...valuesByKey(unit.phases).flatMap(({ warnings = [] }) => warnings),
  ].join('; ')
}

function adviceFor(unit: UnitState): string[] {
  return unit.stop === undefined ? [] : [`${unit.spec.id}: ${unit.stop.remedy.hint}`]
}

function minutes(ms: number): number {
  return Math.round(ms / 6000) / 10
}
