/** Rules about the run and the ends of units: interrupting, finishing, limits, tidying. */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Event, Remedy } from '#model/event.ts'
import { overspending, reachedLimit } from '#core/cost/limits.ts'
import { missingUnits } from '#core/graph/planners.ts'
import { phasesOf, positionOf } from '#core/graph/position.ts'
import { holdOf, isBeingPlanned } from '#core/schedule/ready.ts'
import { takeOvers } from '#core/schedule/take-over.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { OpenAttempt, RunState, UnitState } from '#core/state/state.ts'
import { foreignRemedy, foreignWords } from '#core/tip/expected-tip.ts'
import { asManyAsFit } from '#messages/lines.ts'
import type { DerivedState } from './derived-state.ts'
import { keptUnits } from './open.ts'
import { limitWords, nextNode } from './rules-dispatch.ts'

/** A command of its own interrupts attempts of a cancelled run, and of units that an accepted plan drops. */
export function interrupt({ state, doomed: dropped }: DerivedState): Event | undefined {
  const doomed = state.status === 'cancelling' ? undefined : dropped
  for (const attempt of valuesByKey(state.openAttempts)) {
    if (doomed !== undefined && !doomed.has(attempt.unit)) continue
    const reason = doomed === undefined ? say('run.isCancelled') : say('plan.noLongerHasUnit')
    const stop = stopOf(state, attempt, reason)
    if (stop !== undefined) return stop
  }
  return undefined
}

function stopOf(state: RunState, attempt: OpenAttempt, reason: Said): Event | undefined {
  const key = `${attempt.key}:stop`
  if (state.stops[key] !== undefined) return undefined
  return { type: 'stop.intended', v: 1, at: state.now, key, target: attempt.key, reason }
}

/** Reported usage takes the run past a limit: all attempts but the oldest end now, so that one at most passes it. */
export function interruptAtLimit({ state }: DerivedState): Event | undefined {
  for (const attempt of overspending(state)) {
    const stop = stopOf(state, attempt, say('limit.reachedWhileSeveralRun'))
    if (stop !== undefined) return stop
  }
  return undefined
}

/**
 * An attempt that waits for its limited account while another account is free ends, and its work starts with that one.
 */
export function moveToFreeAccount({ state }: DerivedState): Event | undefined {
  if (state.status !== 'running') return undefined
  for (const { attempt, reason } of takeOvers(state)) {
    const stop = stopOf(state, attempt, reason)
    if (stop !== undefined) return stop
  }
  return undefined
}

export function finishRun({ state, survey, units }: DerivedState): Event | undefined {
  if (Object.keys(state.openAttempts).length > 0) return undefined
  if (state.status === 'cancelling') return finished(state, 'cancelled', state.reason ?? say('state.cancelled'))
  if (state.status !== 'running') return undefined
  if (!state.order.every((id) => survey.over.has(id))) return undefined
  const bad = units.filter((unit) => unit.status === 'stopped' || unit.status === 'open')
  const missing = missingUnits(state)
  if (bad.length === 0 && missing.length === 0)
    return finished(state, 'done', say('run.allUnitsDone', { count: state.order.length }))
  const names = [
    ...bad.map((unit) => say('unit.because', { unit: unit.spec.id, why: unit.stop?.reason ?? say('state.blocked') })),
    ...missing.map((id) => say('unit.plannedButMissing', { unit: id })),
  ]
  return finished(state, 'failed', asManyAsFit(names, 2000, '; '))
}

function finished(state: RunState, outcome: 'done' | 'failed' | 'cancelled', reason: Said): Event {
  return { type: 'run.finished', v: 1, at: state.now, outcome, reason }
}

export function tidy({ state }: DerivedState): Event | undefined {
  if (state.status !== 'finished' || state.tidying.status !== 'no') return undefined
  return {
    type: 'tidying.intended',
    v: 1,
    at: state.now,
    key: `${state.run}/tidy@${state.seq}`,
    keep: keptUnits(state),
  }
}

/**
 * No agent program, or one that Forge cannot talk to; else three starts in a row that failed: more starts only burn
 * time (F-41).
 */
export function stopWithoutAgent({ state }: DerivedState): Event | undefined {
  const isMissing = state.unavailable > 0 && state.unavailableLasts === true
  if (state.status !== 'running' || (state.unavailable < 3 && !isMissing)) return undefined
  const why = truncated(state.unavailableWhy ?? say('agent.noReasonGiven'), 1000)
  const reason = isMissing
    ? say('agent.cannotBeStarted', { what: why })
    : say('agent.notStartedThreeTimes', { what: why })
  return stopped(state, reason, {
    word: 'resume',
    hint: say('hint.installOrLogInAgent'),
  })
}

/**
 * Forge merges nothing on foreign commits under the integration ref, and publishes none of them (I-19). This also stops
 * a done run, as soon as its trees are tidied up; if a landing finds them, the landing is refused instead. A failed or
 * cancelled run stays so: nothing more of it is published.
 */
export function stopAtForeignRef({ state }: DerivedState): Event | undefined {
  if (state.foreignTip === undefined) return undefined
  const isDone = state.status === 'finished' && state.outcome === 'done'
  const isOver = isDone && state.tidying.status === 'finished' && state.landing.open === undefined
  if (state.status !== 'running' && !isOver) return undefined
  const { reason } = foreignWords(state.run, state.foreignTip)
  return stopped(state, reason, foreignRemedy(state.run, state.foreignTip))
}

/** A limit is checked before the dispatch that would pass it, and names a remedy (I-31, R-47). */
export function stopAtLimit(board: DerivedState): Event | undefined {
  const { state } = board
  if (state.status !== 'running') return undefined
  const limit = reachedLimit(state)
  if (limit === undefined || nextNode(board) === undefined) return undefined
  const { cutOff } = state
  if (limit === 'costMicros' && cutOff?.unpriced !== undefined)
    return stopped(state, say('price.missingWithMoneyLimit', { model: cutOff.unpriced }), {
      word: 'raise',
      hint: say('hint.setPriceOrLimitTokens'),
      limit: 'unpriced',
    })
  return stopped(state, say('limit.reachedByRun', { what: limitWords[limit] }), {
    word: 'raise',
    hint: say('hint.raiseLimitOrCancel', { what: limitWords[limit] }),
    limit,
  })
}

function stopped(state: RunState, reason: Said, remedy: Remedy): Event {
  return { type: 'run.stopped', v: 1, at: state.now, reason, remedy }
}

/** A unit whose template says so halts the run; the others block only their dependants (C-09). */
export function haltAfterStop({ state, units }: DerivedState): Event | undefined {
  if (state.status !== 'running') return undefined
  const unit = units.find(
    (candidate) => candidate.status === 'stopped' && state.spec?.templates[candidate.spec.template]?.onStop === 'halt',
  )
  if (unit === undefined) return undefined
  return stopped(
    state,
    say('unit.stoppedBecause', { unit: unit.spec.id, reason: unit.stop?.reason ?? '' }),
    unit.stop?.remedy ?? { word: 'retry', hint: say('hint.retryUnit') },
  )
}

/** A unit that failed without having been judged is tried once more as a whole; what was judged or escalated is not. */
export function redispatch({ state, units }: DerivedState): Event | undefined {
  if (state.status !== 'running') return undefined
  const unit = units.find((candidate) => hasFailedOnce(state, candidate))
  if (unit === undefined) return undefined
  const by = { kind: 'policy' as const, name: 'redispatch' }
  const reason = truncated(say('unit.dispatchedOnceMore', { reason: unit.stop?.reason ?? '' }), 2000)
  return { type: 'unit.reopened', v: 1, at: state.now, unit: unit.spec.id, by, reason }
}

function hasFailedOnce(state: RunState, unit: UnitState): boolean {
  if (unit.status !== 'stopped' || unit.generation > 1) return false
  if (state.spec?.templates[unit.spec.template]?.redispatch !== 'once') return false
  const tag = unit.stop?.failure?.tag
  if (tag === 'transport') return true
  if (tag !== 'crash' && tag !== 'timeout') return false
  // Where silence is answered with a simpler prompt, the second one is an escalation, not a failure (S0-33).
  const phase = positionOf(state, unit)?.phase
  return phase?.kind !== 'agent' || phase.onFailure !== 'simplify'
}

export function finishUnit(board: DerivedState): Event | undefined {
  const { state } = board
  if (state.status === 'finished') return undefined
  const unit = board.units.find(
    (candidate) =>
      !board.busy.has(candidate.spec.id) &&
      isComplete(board, candidate) &&
      holdOf(state, board.survey, candidate) === undefined,
  )
  return unit === undefined ? undefined : { type: 'unit.finished', v: 1, at: state.now, unit: unit.spec.id }
}

/** All phases settled, at least one of them by work of its own: a unit that did nothing is not done. */
function isComplete({ state, positions }: DerivedState, unit: UnitState): boolean {
  if (unit.status !== 'open' || positions.has(unit.spec.id)) return false
  if (unit.plan !== undefined && !unit.plan.expanded) return false
  if (isBeingPlanned(state, unit)) return false
  return phasesOf(state, unit).some((phase) => unit.phases[phase.name]?.last !== undefined)
}
