/** One unit as users see it: its position, what it waits for, its brief and its products. */
import { say, several, type Said } from '#messages/said.ts'
import type { UnitView } from '#model/view.ts'
import { unitStatus } from '#core/gates/status.ts'
import { phasesOf, positionOf } from '#core/graph/position.ts'
import { waitOf, type Wait } from '#core/idle/wait.ts'
import { surveyOf } from '#core/schedule/ready.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { attemptsOf } from './attempts.ts'
import { noCost, type CostView } from './cost.ts'
import type { Told } from './journal.ts'
import { stopText } from './reason.ts'
import { waitText } from './wait-words.ts'

/** Facts of the whole run, computed once for all units. */
interface Known {
  readonly cost: CostView
  readonly told: (unit: string) => Told
}

/** All units of a run as a tree; one level deep, because units have no units of their own. */
export function unitTree(state: RunState, known: Known): readonly UnitView[] {
  const survey = surveyOf(state)
  const own = new Set([...(state.spec?.units ?? []), ...(state.spec?.closing ?? [])].map(({ id }) => id))
  return state.order.map((id) => {
    const unit = state.units[id] as UnitState
    const position = unit.status === 'open' ? positionOf(state, unit) : undefined
    const attempt = valuesByKey(state.openAttempts).find((open) => open.unit === id)
    const wait = unit.status === 'open' && attempt === undefined ? waitOf(state, survey, unit, position) : undefined
    return {
      ...specOf(unit),
      ...spentOn(unit, known),
      ...broughtBy(unit, known),
      status: unit.status,
      state: unitStatus(state, unit),
      isPlanned: !own.has(id),
      phase: position?.phase.name,
      phases: phasesIn(state, unit),
      running: attempt?.key,
      attempt: attempt === undefined ? undefined : attemptIn(attempt.key),
      since: attempt?.since,
      waiting: wait === undefined ? undefined : waitText(wait),
      waits: wait?.why,
      stop: stopOf(unit),
      attempts: attemptsOf(state, unit),
      notes: notesOf(unit, wait),
    }
  })
}

function specOf({ spec, phases }: UnitState) {
  const { id, title, template, brief, depends, writes } = spec
  const verify = spec.verify.map(({ name, run }) => ({ name, run }))
  const revisions = Object.values(phases).reduce((sum, { revisions: some, repairs = 0 }) => sum + some + repairs, 0)
  return { id, path: id, level: 0, children: [], title, template, brief, depends, writes, verify, revisions }
}

function spentOn({ spec: { id } }: UnitState, { cost }: Known) {
  const { costMicros, estimatedMicros, tokens, activeMs } = cost.units[id]?.total ?? noCost
  return { costMicros, estimatedMicros, tokens, activeMinutes: minutesOf(activeMs) }
}

function broughtBy({ spec: { id }, merged, head }: UnitState, { told }: Known) {
  const work = head === undefined ? undefined : { commit: head.commit, base: head.base, changed: head.changed }
  return { ...told(id), merged: merged?.commit, work }
}

/** A disabled phase is left out, because no unit waits for it. */
function phasesIn(state: RunState, unit: UnitState): UnitView['phases'] {
  return phasesOf(state, unit)
    .filter(({ effect }) => effect !== 'off')
    .map((phase) => ({
      name: phase.name,
      isMaker: phase.kind === 'agent' && phase.yields !== 'verdict',
      hasPassed: unit.phases[phase.name]?.last?.verdict === 'pass',
    }))
}

/** `…#<attempt>`. */
function attemptIn(key: string): number {
  return Number(/#(\d+)/.exec(key)?.[1] ?? 1)
}

function stopOf({ stop }: UnitState): UnitView['stop'] {
  return stop === undefined ? undefined : { reason: stopText(stop), remedy: stop.remedy.word, hint: stop.remedy.hint }
}

function notesOf(unit: UnitState, wait: Wait | undefined): Said {
  if (wait?.why === 'blocked') return say('wait.dependency', { unit: wait.unit })
  if (unit.stop !== undefined) return stopText(unit.stop)
  const reopened = unit.generation - 1
  return several([
    ...(reopened > 0 ? [say('report.reopened', { count: reopened })] : []),
    ...(unit.lastFeedback === undefined ? [] : [say('report.sentBackByPhase', { phase: unit.lastFeedback.from })]),
    ...valuesByKey(unit.phases).flatMap(({ warnings = [] }) => warnings),
  ])
}

export function minutesOf(ms: number): number {
  return Math.round(ms / 6000) / 10
}
