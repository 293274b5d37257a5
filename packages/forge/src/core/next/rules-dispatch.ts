/**
 * The rule that starts work. Candidates are the positions of open units that are not blocked, in order of priority; a
 * phase that needs a slot starts only within the granted capacity. Greedy, so a free slot that a ready unit could use
 * never idles.
 */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Task } from '#model/attempt.ts'
import type { Event } from '#model/event.ts'
import { attemptKey } from '#model/ids.ts'
import type { Judged } from '#model/verdict.ts'
import { judgedTheSame } from '#model/same-judgement.ts'
import { leavesRoom, reachedByUnit, type RunLimitName } from '#core/cost/limits.ts'
import { phasesOf, type Position } from '#core/graph/position.ts'
import { routedAgent } from '#core/route/request.ts'
import { openLane, whyNotFirst } from '#core/schedule/accounts.ts'
import { remainingPaths } from '#core/schedule/priority.ts'
import type { PhaseState, RunState, UnitState } from '#core/state/state.ts'
import { freePositions, type DerivedState } from './derived-state.ts'
import { failedGates } from './directives.ts'
import { inputOf } from './input.ts'
import { taskOf } from './tasks.ts'

export function dispatch(board: DerivedState): Event | undefined {
  const { state } = board
  const position = nextNode(board)
  if (position === undefined) return undefined
  const { unit, path } = position
  const reached = reachedByUnit(state, unit)
  if (reached !== undefined) return lifetimeStop(state, unit, reached)
  const judged = position.judged as Judged
  const held = failedGates(state, { ...position, judged })
  if (held !== undefined) return held
  const overspent = position.phase.kind === 'agent' ? budgetFault(unit) : undefined
  if (overspent !== undefined) return budgetStop(state, unit, overspent)
  const attempt = position.state.lastAttempt + 1
  const key = attemptKey(state.run, unit.specVersion, path, attempt)
  const task = taskOf(state, position, key)
  if (task === undefined) return undefined
  return {
    type: 'attempt.intended',
    v: 1,
    at: state.now,
    key,
    path,
    attempt,
    task,
    judged,
    input: inputOf(judged),
    reason: reasonFor(state, position, task),
  }
}

function reasonFor(state: RunState, position: Position, task: Task): Said {
  const moved = movedFor(state, position)
  const isAnew = position.state.conversation !== undefined && !('resumes' in task)
  if (moved !== undefined)
    return isAnew ? say('attempt.movedNewConversation', { moved: truncated(moved, 1900) }) : moved
  if ('resumes' in task) return say('attempt.againSameConversation')
  if (isAnew) return say('attempt.againNewConversation')
  if (position.state.lastAttempt === 0) return say('attempt.first')
  return position.state.last === undefined ? say('attempt.onceMore') : say('attempt.judgedWorkChanged')
}

/** That another account or agent takes over, and why (S1-65, S1-66). */
function movedFor(state: RunState, { unit, phase }: Position): Said | undefined {
  if (phase.kind !== 'agent') return undefined
  const wanted = routedAgent(state, unit, phase)
  const lane = openLane(state, wanted)
  return lane === undefined ? undefined : whyNotFirst(state, wanted, lane)
}

/** Names of limits for people. */
export const limitWords: Readonly<Record<RunLimitName, Said>> = {
  costMicros: say('limit.money'),
  tokens: say('limit.tokens'),
  activeMs: say('limit.time'),
  dispatches: say('limit.dispatches'),
  unitDispatches: say('limit.dispatchesPerUnit'),
  unitCostMicros: say('limit.moneyPerUnit'),
  unitTokens: say('limit.tokensPerUnit'),
  unitActiveMs: say('limit.timePerUnit'),
  unpriced: say('limit.money'),
}

function lifetimeStop(state: RunState, unit: UnitState, limit: RunLimitName): Event {
  const what = limitWords[limit]
  const remedy = { word: 'raise' as const, hint: say('hint.raiseLimitThenRetry', { what }), limit }
  return {
    type: 'unit.stopped',
    v: 1,
    at: state.now,
    unit: unit.spec.id,
    reason:
      limit === 'unitDispatches'
        ? say('limit.unitLifeDispatches', { count: unit.dispatches })
        : say('limit.reachedByUnit', { what }),
    remedy,
  }
}

function budgetStop(state: RunState, unit: UnitState, reason: Said): Event {
  const hint = say('hint.reopenOrChangeCostBudget')
  const remedy = { word: 'reopen' as const, hint }
  return { type: 'unit.stopped', v: 1, at: state.now, unit: unit.spec.id, reason, remedy }
}

/**
 * Why no agent of the unit runs any more; undefined while its budget lasts. Counters are never reset: each
 * reopening allows as much again.
 */
function budgetFault({ spec, tokens, generation, phases }: UnitState): Said | undefined {
  const { maxTokens, maxRetries } = spec.costBudget ?? {}
  if (maxTokens !== undefined && tokens >= maxTokens * generation)
    return say('limit.tokenBudgetUsed', { count: tokens, budget: maxTokens * generation })
  if (maxRetries === undefined) return undefined
  const retries = Object.values(phases).reduce((sum, phase) => sum + retriesIn(phase), 0)
  const allowed = (maxRetries + 1) * generation - 1
  return retries <= allowed ? undefined : say('limit.retryBudgetUsed', { retries, allowed })
}

/** Attempts that failed or were sent back. Interrupted ones and waits do not count. */
function retriesIn(phase: PhaseState): number {
  const { failedAttempts: attempts, revisions, repairs = 0, tiersUp = 0, otherModels = 0, inputs } = phase
  const ofInputs = Object.values(inputs).reduce(
    (sum, one) => sum + one.transport + one.empty + one.unchanged + (one.corrections ?? 0),
    0,
  )
  return attempts + revisions + repairs + tiersUp + otherModels + ofInputs
}

/** The node to start now, if any: started units first, they hold claims; then the longest remaining path; then the oldest. */
export function nextNode(board: DerivedState): Position | undefined {
  const { state } = board
  if (state.status !== 'running') return undefined
  const candidates = startable(board)
  if (candidates.length < 2) return candidates[0]
  const tails = remainingPaths(state)
  const rank = (position: Position): number => tails.get(position.unit.spec.id) ?? 0
  const isStarted = (position: Position): number => (position.unit.inWork ? 1 : 0)
  return candidates.toSorted(
    (a, b) => isStarted(b) - isStarted(a) || rank(b) - rank(a) || a.unit.index - b.unit.index,
  )[0]
}

function startable(board: DerivedState): Position[] {
  const { state, doomed } = board
  const hasSlot = usedSlots(state) < state.capacity.granted && state.capacity.floor === 'ok'
  return freePositions(board).filter((position) => {
    const { unit } = position
    if (unit.wakeAt !== undefined || doomed.has(unit.spec.id) || !isStartable(board, position)) return false
    return !needsSlot(position) || (hasSlot && leavesRoom(state, position.phase.kind === 'agent' ? 'agent' : 'check'))
  })
}

function isStartable(board: DerivedState, position: Position): boolean {
  const { state } = board
  const { phase, judged } = position
  if (phase.kind === 'gate' || phase.kind === 'ask' || judged === undefined) return false
  // A verdict on exactly this input that needs a reaction must not lead to another attempt.
  if (position.state.last !== undefined && judgedTheSame(position.state.last.judged, judged)) return false
  if (phase.kind === 'agent' && openLane(state, routedAgent(state, position.unit, phase)) === undefined) return false
  return phase.kind !== 'git' || phase.op !== 'integrate' || !isIntegrationHeld(board, position.unit)
}

function needsSlot(position: Position): boolean {
  return position.phase.kind === 'agent' || position.phase.kind === 'check'
}

export function usedSlots(state: RunState): number {
  return Object.values(state.openAttempts).filter((attempt) =>
    ['work', 'plan', 'document', 'judge', 'check'].includes(attempt.task.do),
  ).length
}

/** One unit at a time is between its integration and its merge, so that what was verified is what is merged (I-19). */
function isIntegrationHeld({ state, units, positions }: DerivedState, unit: UnitState): boolean {
  return units.some((other) => {
    if (other.spec.id === unit.spec.id || other.status !== 'open' || !other.inWork || other.merged !== undefined)
      return false
    const phases = phasesOf(state, other)
    const at = phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'integrate')
    if (at < 0) return false
    const position = positions.get(other.spec.id)
    const index = position === undefined ? phases.length : phases.indexOf(position.phase)
    return index > at || state.openAttempts[`${other.spec.id}/${phases[at]?.name ?? ''}`] !== undefined
  })
}
