/** What an attempt failed of, when the provider's last word to it is known: agents often hide or forget it. */
import type { Reservation, Tally } from '#adapters/meter/index.ts'
import type { Failure } from '#model/failure.ts'

/** Until when a quota without a reset time is waited for. */
const unknownResetMs = 3_600_000

export function afterTrouble(failure: Failure, { trouble }: Tally, now: number): Failure {
  if (trouble === undefined || !mayHide(failure)) return failure
  switch (trouble.kind) {
    case 'hang':
      return { tag: 'transport', class: 'network' }
    case 'stream':
    case 'connection':
      return { tag: 'transport', class: trouble.kind }
    case 'refused': {
      const { status, limit, retryAfterMs, type, blocker } = trouble
      if (blocker !== undefined) return { tag: 'blocked', text: `the provider says ${status} ${type}`, why: blocker }
      if (limit === 'quota') return { tag: 'quota', resetAt: Math.round(now + (retryAfterMs ?? unknownResetMs)) }
      const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
      if (limit === 'rate') return { tag: 'transport', class: 'rate-limit', ...wait }
      if (status >= 500) return { tag: 'transport', class: 'server', ...wait }
      if (status === 401 || status === 403)
        return { tag: 'unavailable', what: `the provider refuses the key (${status} ${type})` }
      return failure
    }
  }
}

/** Ends that say little of their own; a deadline, a conflict or a refusal to go on is told by the agent or by Forge. */
function mayHide({ tag }: Failure): boolean {
  return tag === 'crash' || tag === 'empty' || tag === 'invalid' || tag === 'transport' || tag === 'unavailable'
}

/**
 * The attempt was cut off. When its own use takes the run to its ceiling, the run stops there, and the attempt is one that was
 * interrupted: with the ceiling raised it is made again. When others have used up the rest, which is not booked yet, it must
 * not be made again at once.
 */
export function afterCutOff(used: Reservation, left: Reservation, dollars?: number): Failure {
  const isAt = (name: keyof Reservation): boolean => (used[name] ?? 0) >= (left[name] ?? Infinity)
  if (isAt('tokens') || isAt('costMicros')) return { tag: 'interrupted' }
  if (dollars !== undefined && (used.costMicros ?? 0) >= dollars * 1_000_000)
    return { tag: 'blocked', text: `the money of this attempt is spent: $${dollars} (agents.cost)` }
  return { tag: 'blocked', text: 'other attempts have used up what the run may spend; forge raise sets new limits' }
}
