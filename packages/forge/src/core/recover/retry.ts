/** Troubles that are no judgement of the work: the same is asked once more, each within the counter of its kind. */
import { laterBudget } from '#model/later-budget.ts'
import type { Failure } from '#model/failure.ts'
import { printableLine } from '#model/printable.ts'
import { backoffMs, retryWaitMs } from '#core/provider/waits.ts'
import { stop, type Rung, type Trouble } from './trouble.ts'

/** Nothing came, or what came was refused by field; the second has a budget of its own where the preset gives it one (U-05). */
export function onUnusable({ spent, budget }: Trouble, failure: Extract<Failure, { tag: 'empty' | 'invalid' }>): Rung {
  const { corrections: allowed } = budget
  const isOwn = failure.tag === 'invalid' && allowed !== undefined
  if (failure.tag === 'invalid' && failure.asked === 'again' && !isOwn)
    return stop(told('no usable answer, also after it was asked again', failure), 'retry')
  const tries = isOwn ? (spent.corrections ?? 0) : spent.empty
  if (tries >= (isOwn ? allowed : budget.empty))
    return stop(told(`no usable answer after ${tries + 1} tries`, failure), 'retry')
  return {
    do: 'retry',
    counts: isOwn ? 'corrections' : 'empty',
    variant: failure.tag === 'empty' ? 'simplified' : 'corrected',
    reason: `${failure.tag} answer: asked again`,
  }
}

/** What was wrong the last time: a stop that hides it cannot be acted on. */
function told(what: string, failure: Extract<Failure, { tag: 'empty' | 'invalid' }>): string {
  if (failure.tag === 'empty') return what
  // The first one says that a schema was missed, and the next one where.
  const errors = failure.errors.filter((error) => error !== 'the answer does not fit its schema')
  const [first, ...others] = errors.length === 0 ? failure.errors : errors
  if (first === undefined) return what
  const why = printableLine(first).slice(0, 300)
  return others.length === 0 ? `${what}: ${why}` : `${what}: ${why} (and ${others.length} more)`
}

export function onCrash(trouble: Trouble, tag: 'crash' | 'timeout'): Rung {
  const { spent, budget, now, onFailure } = trouble
  if (onFailure === 'simplify') return onSilence(trouble, tag)
  if (spent.attempts + 1 >= budget.attempts) return stop(`${tag} in ${spent.attempts + 1} attempts`, 'retry')
  return {
    do: 'retry',
    counts: 'attempts',
    variant: 'plain',
    wakeAt: now + backoffMs(spent.attempts, 'connection'),
    reason: `${tag}: tried again`,
  }
}

/** No result is no result, however it came about: once more with a simpler prompt, then the unit stops (S0-33). */
function onSilence({ spent, budget }: Trouble, what: string): Rung {
  if (spent.empty >= budget.empty) return stop(`${what}, and no result after ${spent.empty + 1} tries`, 'retry')
  return { do: 'retry', counts: 'empty', variant: 'simplified', reason: `${what}: asked again, simpler` }
}

/** Three in a row stop the whole run, which goes on here when the agent is there; only one that never comes stops the unit. */
export function onUnavailable({ spent, budget, now }: Trouble): Rung {
  if (spent.attempts >= budget.attempts)
    return stop(`the agent could not be started in ${spent.attempts + 1} attempts`, 'retry')
  return {
    do: 'retry',
    counts: 'attempts',
    variant: 'plain',
    wakeAt: now + 5000,
    reason: 'the agent could not be started',
  }
}

export function onTransport(trouble: Trouble, failure: Extract<Failure, { tag: 'transport' }>): Rung {
  const { class: kind } = failure
  // A rate limit is not the work's fault: the shared gate holds the account back, no budget is spent (I-32).
  if (kind === 'rate-limit') return { do: 'wait', reason: 'rate limited: waiting for the account' }
  const { spent, budget, now } = trouble
  if (spent.transport >= budget.transport) return stop(`${kind} failure after ${spent.transport + 1} tries`, 'retry')
  return {
    do: 'retry',
    counts: 'transport',
    variant: 'plain',
    wakeAt: now + retryWaitMs(failure, spent.transport),
    reason: `${kind} failure: tried again`,
  }
}

/** Whoever holds a lock is at work; one that was left behind is never touched, but named (F-11). */
export function onLocked({ spent, budget, now }: Trouble, file: string): Rung {
  const { lockWaits: waits = 0 } = spent
  const { lockWaits: allowed = laterBudget.lockWaits } = budget
  if (waits >= allowed)
    return stop(
      `${file} is locked by somebody else, also after ${waits} waits`,
      'retry',
      `end whoever holds ${file}, or remove it when nobody does; then retry the unit`,
    )
  return {
    do: 'retry',
    counts: 'lockWaits',
    variant: 'plain',
    wakeAt: now + backoffMs(waits + 1, 'server'),
    reason: `${file} is locked: waited for, ${waits + 1} of ${allowed}`,
  }
}
