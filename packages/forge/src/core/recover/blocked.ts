/**
 * An agent is blocked (S1-56): each class of blocker has its next step. Overflow goes to a stronger model, a refusal to
 * another one; everything else goes to a human, with the advice of its class.
 */
import { say, truncated, type Said } from '#messages/said.ts'
import type { Blocker, Failure } from '#model/failure.ts'
import { stop, type Rung, type FailedPhase } from './failed-phase.ts'

const advice: Readonly<Record<Blocker, Said>> = {
  overflow: say('hint.splitUnitOrLargerModel'),
  scope: say('hint.splitUnitThenReopen'),
  refusal: say('hint.nameOtherModelOrReword'),
  tooling: say('hint.fixThenReopen'),
  external: say('hint.provideThenReopen'),
  unknown: say('hint.lookAtReasonThen', { word: 'reopen' }),
}

export function onBlocked(trouble: FailedPhase, { why = 'unknown', text }: Extract<Failure, { tag: 'blocked' }>): Rung {
  const short = truncated(text, 500)
  switch (why) {
    case 'overflow':
      return onOverflow(trouble, short)
    case 'refusal':
      return onRefusal(trouble, short)
    case 'scope':
      return blocked(why, say('recovery.moreThanOneUnitBecause', { why: short }))
    case 'tooling':
      return blocked(why, say('recovery.toolDoesNotWorkBecause', { why: short }))
    case 'external':
      return blocked(why, say('recovery.outsideMissingBecause', { why: short }))
    case 'unknown':
      return blocked(why, say('recovery.agentBlockedBecause', { why: short }))
  }
}

/** One tier up each time, to the top. */
function onOverflow({ spent, budget, models }: FailedPhase, why: Said): Rung {
  const { tiersUp: ups = 0 } = spent
  if (models === undefined) return blocked('overflow', say('recovery.doesNotFitNoTierAboveIt', { why }))
  if (models.higher === undefined)
    return blocked('overflow', say('recovery.doesNotFitNoTierAbove', { model: models.now, why }))
  if (ups >= budget.tiersUp) return blocked('overflow', say('recovery.doesNotFitAfterTiersUp', { count: ups, why }))
  return again('tiersUp', say('recovery.doesNotFitTierUp', { model: models.now, other: models.higher }))
}

function onRefusal({ spent, budget, models }: FailedPhase, why: Said): Rung {
  const { otherModels: others = 0 } = spent
  if (others >= budget.otherModels)
    return blocked('refusal', say('recovery.modelAndOthersRefuse', { count: others, why }))
  if (models?.other === undefined) return blocked('refusal', say('recovery.modelRefusesNoOtherKnown', { why }))
  return again('otherModels', say('recovery.refusedAskOtherModel', { model: models.now, other: models.other }))
}

function again(counts: 'tiersUp' | 'otherModels', reason: Said): Rung {
  return { do: 'retry', counts, variant: 'plain', reason }
}

function blocked(why: Blocker, reason: Said): Rung {
  return stop(reason, 'reopen', advice[why])
}
