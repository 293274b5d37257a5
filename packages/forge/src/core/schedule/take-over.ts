/**
 * Attempts that need not wait for a provider (I-32): their account is limited, while another account is free for the
 * same work. Decided here, so that it is the same for every agent: agents wait inside an attempt each in their own way,
 * some for a minute.
 */
import { say, type Said } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import { phasesOf } from '#core/graph/position.ts'
import { routedAgent } from '#core/route/request.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import { valuesByKey } from '#core/state/sorted.ts'
import type { OpenAttempt, RunState } from '#core/state/state.ts'
import { openLane } from './accounts.ts'

/** A shorter wait costs less than a new start: another account knows nothing of the conversation. */
const fewSecondsMs = 5000

export interface TakeOver {
  readonly attempt: OpenAttempt
  readonly reason: Said
}

export function takeOvers(state: RunState): readonly TakeOver[] {
  return [...valuesByKey(state.openAttempts)].flatMap((attempt) => {
    const reason = whyTakenOver(state, attempt)
    return reason === undefined ? [] : [{ attempt, reason }]
  })
}

function whyTakenOver(state: RunState, attempt: OpenAttempt): Said | undefined {
  const { task, limitedUntil = 0 } = attempt
  const unit = state.units[attempt.unit]
  if (!('account' in task) || unit === undefined || limitedUntil - state.now <= fewSecondsMs) return undefined
  const phase = phasesOf(state, unit).find(({ name }) => name === attempt.phase)
  const lane = phase?.kind === 'agent' ? openLane(state, routedAgent(state, unit, phase)) : undefined
  if (lane === undefined || accountLimitKey(lane) === accountLimitKey(task)) return undefined
  return say('account.limitedOtherTakesOver', {
    gate: accountLimitKey(task),
    time: isoTime(limitedUntil),
    other: accountLimitKey(lane),
  })
}
