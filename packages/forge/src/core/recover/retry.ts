/** Failures that do not judge the work: the same is asked once more, each within the counter of its kind. */
import { say, truncated, withTexts, type Said } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import { printableLine } from '#model/printable.ts'
import { backoffMs, retryWaitMs } from '#core/provider/waits.ts'
import { stop, type Rung, type FailedPhase } from './failed-phase.ts'

/**
 * No answer, or one that was refused by field; the second has a budget of its own where the preset gives it one (U-05).
 */
export function onUnusable(
  { spent, budget }: FailedPhase,
  failure: Extract<Failure, { tag: 'empty' | 'invalid' }>,
): Rung {
  const { corrections: allowed } = budget
  const isOwn = failure.tag === 'invalid' && allowed !== undefined
  if (failure.tag === 'invalid' && failure.asked === 'again' && !isOwn)
    return stop(told(say('recovery.unusableAskedAgain'), failure), 'retry')
  const tries = isOwn ? (spent.corrections ?? 0) : spent.empty
  if (tries >= (isOwn ? allowed : budget.empty))
    return stop(told(say('recovery.unusableAfterTries', { count: tries + 1 }), failure), 'retry')
  return {
    do: 'retry',
    counts: isOwn ? 'corrections' : 'empty',
    variant: failure.tag === 'empty' ? 'simplified' : 'corrected',
    reason: failure.tag === 'empty' ? say('recovery.emptyAskedAgain') : say('recovery.invalidAskedAgain'),
  }
}

/** What was wrong the last time: a stop that hides it cannot be acted on. */
function told(what: Said, failure: Extract<Failure, { tag: 'empty' | 'invalid' }>): Said {
  if (failure.tag === 'empty') return what
  // The first error says that a schema was missed, and the next one where.
  const errors = failure.errors.filter((error) => !('code' in error && error.code === 'verdict.answerDoesNotFitSchema'))
  const [first, ...others] = errors.length === 0 ? failure.errors : errors
  if (first === undefined) return what
  const why = truncated(withTexts(first, printableLine), 300)
  return others.length === 0
    ? say('recovery.because', { what, why })
    : say('recovery.becauseAndMore', { what, why, count: others.length })
}

export function onCrash(trouble: FailedPhase, tag: 'crash' | 'timeout'): Rung {
  const { spent, budget, now, onFailure } = trouble
  if (onFailure === 'simplify') return onSilence(trouble, say(`tag.${tag}`))
  if (spent.attempts + 1 >= budget.attempts)
    return stop(say('recovery.failedInAttempts', { what: say(`tag.${tag}`), count: spent.attempts + 1 }), 'retry')
  return {
    do: 'retry',
    counts: 'attempts',
    variant: 'plain',
    wakeAt: now + backoffMs(spent.attempts, 'connection'),
    reason: say('recovery.triedAgain', { what: say(`tag.${tag}`) }),
  }
}

/** No result is no result, whatever the cause: once more with a simpler prompt, then the unit stops (S0-33). */
function onSilence({ spent, budget }: FailedPhase, what: Said): Rung {
  if (spent.empty >= budget.empty)
    return stop(say('recovery.noResultAfterTries', { what, count: spent.empty + 1 }), 'retry')
  return { do: 'retry', counts: 'empty', variant: 'simplified', reason: say('recovery.askedAgainSimpler', { what }) }
}

/**
 * Three in a row stop the whole run, which resumes here when the agent is available; only an agent that stays
 * unavailable stops the unit.
 */
export function onUnavailable({ spent, budget, now }: FailedPhase): Rung {
  if (spent.attempts >= budget.attempts)
    return stop(say('recovery.agentNotStartedInAttempts', { count: spent.attempts + 1 }), 'retry')
  return {
    do: 'retry',
    counts: 'attempts',
    variant: 'plain',
    wakeAt: now + 5000,
    reason: say('recovery.agentNotStarted'),
  }
}

export function onTransport(trouble: FailedPhase, failure: Extract<Failure, { tag: 'transport' }>): Rung {
  const { class: kind } = failure
  // A rate limit is not the work's fault: the account is limited, no budget is spent (I-32).
  if (kind === 'rate-limit') return { do: 'wait', reason: say('recovery.waitsForRateLimit') }
  const { spent, budget, now } = trouble
  if (spent.transport >= budget.transport)
    return stop(say('recovery.failureAfterTries', { kind: say(`kind.${kind}`), count: spent.transport + 1 }), 'retry')
  return {
    do: 'retry',
    counts: 'transport',
    variant: 'plain',
    wakeAt: now + retryWaitMs(failure, spent.transport),
    reason: say('recovery.failureTriedAgain', { kind: say(`kind.${kind}`) }),
  }
}

/** The holder of a lock is at work; Forge never touches a stale lock, but names it (F-11). */
export function onLocked({ spent, budget, now }: FailedPhase, file: string): Rung {
  const { lockWaits: waits = 0 } = spent
  if (waits >= budget.lockWaits)
    return stop(
      say('recovery.fileLockedAfterWaits', { file, count: waits }),
      'retry',
      say('hint.endLockHolderThenRetry', { file }),
    )
  return {
    do: 'retry',
    counts: 'lockWaits',
    variant: 'plain',
    wakeAt: now + backoffMs(waits + 1, 'server'),
    reason: say('recovery.fileLockedWaiting', { file, number: waits + 1, count: budget.lockWaits }),
  }
}
