/**
 * Whether a run still moves by itself. Its driver lets go of it when it does not; the checker and the simulator hold this
 * against what can really still happen.
 */
import { holdOf, surveyOf } from '#core/schedule/ready.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** What a run that does not move came to: its end, a human's answer, or a stop that a human has to lift. */
export type IdleState = 'finished' | 'waiting' | 'stopped'

/** Undefined while anything is under way, or will be without a human. */
export function idleStateOf(state: RunState): IdleState | undefined {
  const { status, tidying } = state
  if (isAtWorkForUser(state)) return undefined
  // A run that has ended is let go when its trees are tidied up.
  if (status === 'finished') return tidying.status === 'finished' && !isHostAsked(state) ? 'finished' : undefined
  if (isUnderWay(state)) return undefined
  switch (status) {
    case 'stopped':
      return 'stopped'
    case 'paused':
      return 'waiting'
    case 'running':
      if (isHeldInPlanning(state)) return 'waiting'
      return Object.keys(state.questions).length > 0 && !isTimed(state) ? 'waiting' : undefined
    case 'absent':
    case 'cancelling':
      return undefined
  }
}

/** Something is to happen in the user's repository: whoever drives the run does not let go of it now. */
export function isAtWorkForUser({ publishing, landing }: RunState): boolean {
  return publishing.open !== undefined || landing.open !== undefined
}

/** An attempt runs, or the host has not answered yet what may. */
export function isUnderWay(state: RunState): boolean {
  return Object.keys(state.openAttempts).length > 0 || isHostAsked(state)
}

function isHostAsked({ capacity }: RunState): boolean {
  return capacity.open !== undefined
}

/** A unit goes on, or an account opens, when its time comes. */
function isTimed(state: RunState): boolean {
  return hasTimedUnit(state) || Object.keys(state.capacity.limits).length > 0
}

export function hasTimedUnit({ order, units }: RunState): boolean {
  return order.some((id) => units[id]?.status === 'open' && units[id]?.wakeAt !== undefined)
}

/** Whether all that is left waits for somebody to say that it may begin. */
export function isHeldInPlanning(state: RunState): boolean {
  if (state.spec?.opens !== 'planning') return false
  const survey = surveyOf(state)
  const left = state.order.map((id) => state.units[id] as UnitState).filter((unit) => !survey.over.has(unit.spec.id))
  const holds = left.map((unit) => holdOf(state, survey, unit))
  return holds.every((hold) => hold !== undefined) && holds.some((hold) => hold?.why === 'planning')
}
