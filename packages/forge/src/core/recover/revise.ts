/**
 * Work that was judged and found wanting, by what the trigger says of it: what must hold and does not is repaired (S1-58), what
 * somebody judges otherwise is revised, and what is judged of the whole begins a new iteration (S2-21). No trouble is two of them.
 */
import { laterBudget } from '#model/later-budget.ts'
import { stop, type Rung, type Trouble } from './trouble.ts'

export function onUnmet(trouble: Trouble): Rung {
  if (trouble.sendsBackTo === undefined)
    return stop('judged and found wanting, and nothing can work on it again', 'reopen')
  const { now, before } = trouble.found ?? {}
  if (now !== undefined && before !== undefined && now >= before)
    return stop(`a round found ${now} after ${before}: it is not getting better`, 'reopen')
  if (trouble.sendsBackTo === 'planner') return newIteration(trouble)
  const { spent, mostRounds } = trouble
  const sent = spent.revisions + (spent.repairsHere ?? 0) + 1
  if (mostRounds !== undefined && sent >= mostRounds) return stop(`sent back ${sent} times, the limit`, 'reopen')
  return repair(trouble) ?? revise(trouble)
}

/** Counted for the unit as a whole, before the repair is dispatched; a phase that has a limit of its own keeps to that. */
function repair({ failure, spent, budget, mostRounds }: Trouble): Rung | undefined {
  if (failure.tag !== 'unmet' || failure.must === undefined || budget.repairs === undefined) return undefined
  const { repairs = 0 } = spent
  if (mostRounds === undefined && repairs >= budget.repairs)
    return stop(`not met after ${repairs} ${repairs === 1 ? 'repair' : 'repairs'}, the limit`, 'reopen')
  return { do: 'revise', counts: 'repairs', reason: `repair ${repairs + 1}: given back with what is not met` }
}

function revise({ spent, budget, ofPlan, mostRounds }: Trouble): Rung {
  const allowed = ofPlan ? budget.planRounds : budget.revisions
  if (mostRounds === undefined && spent.revisions + 1 >= allowed)
    return stop(`sent back ${spent.revisions + 1} times, the limit`, 'reopen')
  return { do: 'revise', counts: ofPlan ? 'planRounds' : 'revisions', reason: 'sent back with what was found' }
}

/** With five, the fifth that is not accepted stops. */
function newIteration({ spent, budget, mostRounds }: Trouble): Rung {
  const rounds = (spent.iterations ?? 0) + 1
  const allowed = mostRounds ?? budget.iterations ?? laterBudget.iterations
  if (rounds >= allowed) return stop(`not accepted in ${rounds} iterations, the limit`, 'reopen', hintOfWhole)
  return { do: 'iterate', reason: `iteration ${rounds} is not accepted: planned again from what was found` }
}

export const hintOfWhole =
  'look at the reason; reopen the unit once it is mended, or start a new run that says what is still missing'
