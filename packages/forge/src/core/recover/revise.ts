/**
 * Work that was judged and found wanting, by what the trigger says of it: what must hold and does not is repaired (S1-58), what
 * somebody judges otherwise is revised, and what is judged of the whole begins a new iteration (S2-21). No trouble is two of them.
 */
import { judgedBy, roundsOf, type Rounds } from '#core/rounds/rounds.ts'
import { stop, type Rung, type Trouble } from './trouble.ts'

export function onUnmet(trouble: Trouble): Rung {
  const { failure, sendsBack, spent, budget } = trouble
  if (sendsBack === undefined) return stop('judged and found wanting, and nothing can work on it again', 'reopen')
  const { now, before } = trouble.found ?? {}
  if (now !== undefined && before !== undefined && now >= before)
    return stop(`a round found ${now} after ${before}: it is not getting better`, 'reopen')
  const { revisions, repairs = 0, repairsHere = 0, iterations = 0 } = spent
  const loop = { ...sendsBack, by: judgedBy(failure) }
  const rounds = roundsOf(loop, budget, { revisions, repairs, repairsHere, iterations })
  if (rounds.done + 1 >= rounds.last) return lastOf(rounds, loop.own)
  return again(rounds, repairs)
}

/** With five, the fifth that is not accepted stops. */
function lastOf({ counts, done }: Rounds, own: number | undefined): Rung {
  if (counts === 'iterations') return stop(`not accepted in ${done + 1} iterations, the limit`, 'reopen', hintOfWhole)
  if (counts === 'repairs' && own === undefined)
    return stop(`not met after ${done} ${done === 1 ? 'repair' : 'repairs'}, the limit`, 'reopen')
  return stop(`sent back ${done + 1} times, the limit`, 'reopen')
}

/** Repairs are counted for the unit as a whole, before the repair is dispatched. */
function again({ counts, done }: Rounds, repairs: number): Rung {
  switch (counts) {
    case 'iterations':
      return { do: 'iterate', reason: `iteration ${done + 1} is not accepted: planned again from what was found` }
    case 'repairs':
      return { do: 'revise', counts, reason: `repair ${repairs + 1}: given back with what is not met` }
    case 'revisions':
    case 'planRounds':
      return { do: 'revise', counts, reason: 'sent back with what was found' }
  }
}

export const hintOfWhole =
  'look at the reason; reopen the unit once it is mended, or start a new run that says what is still missing'
