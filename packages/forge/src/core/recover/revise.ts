/**
 * Work that was judged and did not pass, by the trigger: unmet evidence is repaired (S1-58), a judgement is revised,
 * and a judgement of the whole starts a new iteration (S2-21). No failure is two of them.
 */
import { judgedBy, roundsOf, type Rounds } from '#core/rounds/rounds.ts'
import { say } from '#messages/said.ts'
import { stop, type Rung, type FailedPhase } from './failed-phase.ts'

export function onUnmet(trouble: FailedPhase): Rung {
  const { failure, sendsBack, spent, budget } = trouble
  if (sendsBack === undefined) return stop(say('recovery.nothingCanWorkOnIt'), 'reopen')
  const { now, before } = trouble.found ?? {}
  if (now !== undefined && before !== undefined && now >= before)
    return stop(say('recovery.notGettingBetter', { now, before }), 'reopen')
  const { revisions, repairs = 0, repairsHere = 0, iterations = 0 } = spent
  const loop = { ...sendsBack, by: judgedBy(failure) }
  const rounds = roundsOf(loop, budget, { revisions, repairs, repairsHere, iterations })
  if (rounds.done + 1 >= rounds.last) return lastOf(rounds, loop.own)
  return again(rounds, repairs)
}

/** With five, the fifth round that does not pass stops the unit. */
function lastOf({ counts, done }: Rounds, own: number | undefined): Rung {
  if (counts === 'iterations') return stop(say('recovery.iterationsLimit', { count: done + 1 }), 'reopen', hintOfWhole)
  if (counts === 'repairs' && own === undefined)
    return stop(say('recovery.notMetAfterRepairs', { count: done }), 'reopen')
  return stop(say('recovery.sentBackLimit', { count: done + 1 }), 'reopen')
}

/** Repairs count for the unit as a whole, before the repair is dispatched. */
function again({ counts, done }: Rounds, repairs: number): Rung {
  switch (counts) {
    case 'iterations':
      return { do: 'iterate', reason: say('recovery.iterationPlannedAgain', { number: done + 1 }) }
    case 'repairs':
      return { do: 'revise', counts, reason: say('recovery.repairGivenBack', { number: repairs + 1 }) }
    case 'revisions':
    case 'planRounds':
      return { do: 'revise', counts, reason: say('recovery.sentBackWithFindings') }
  }
}

export const hintOfWhole = say('hint.reopenOrStartNewRun')
