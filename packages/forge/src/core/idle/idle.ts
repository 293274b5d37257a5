/**
 * Whether a run still moves by itself. If not, its process ends; the checker and the simulator compare this with what
 * can really still happen.
 */
import { holdOf, surveyOf } from '#core/schedule/ready.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Why a run does not move: its end, a question to a human, or a stop that a human must lift. */
export type IdleState = 'finished' | 'waiting' | 'stopped'

/** Undefined while something is under way, or will be without a human. */
export function idleStateOf(state: RunState): IdleState | undefined {
  const { status, tidying } = state
  if (isAtWorkForUser(state)) return undefined
  // The process of a finished run ends when its trees are tidied up.
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

/** Forge is about to act in the user's repository: the process of the run does not end now. */
export function isAtWorkForUser({ publishing, landing }: RunState): boolean {
  return publishing.open !== undefined || landing.open !== undefined
}

/** An attempt runs, or the host has not granted a claim yet. */
export function isUnderWay(state: RunState): boolean {
  return Object.keys(state.openAttempts).length > 0 || isHostAsked(state)
}

function isHostAsked({ capacity }: RunState): boolean {
  return capacity.open !== undefined
}

/** A unit continues, or a limit of an account expires, at a known time. */
function isTimed(state: RunState): boolean {
  return hasTimedUnit(state) || Object.keys(state.capacity.limits).length > 0
}

export function hasTimedUnit({ order, units }: RunState): boolean {
  return order.some((id) => units[id]?.status === 'open' && units[id]?.wakeAt !== undefined)
}

/** Whether everything left waits for a human to start the planned units. */
export function isHeldInPlanning(state: RunState): boolean {
  if (state.spec?.opens !== 'planning') return false
  const survey = surveyOf(state)
  const left = state.order.map((id) => state.units[id] as UnitState).filter((unit) => !survey.over.has(unit.spec.id))
  const holds = left.map((unit) => holdOf(state, survey, unit))
  return holds.every((hold) => hold !== undefined) && holds.some((hold) => hold?.why === 'planning')
}
