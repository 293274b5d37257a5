/** Work that was judged and found wanting: who sends it back how often, and to whom. */
import { stop, type Rung, type Trouble } from './trouble.ts'

export function onUnmet(trouble: Trouble): Rung {
  const { spent, budget, canRevise, ofPlan } = trouble
  if (!canRevise) return stop('judged and found wanting, and nothing can work on it again', 'reopen')
  const { now, before } = trouble.found ?? {}
  if (now !== undefined && before !== undefined && now >= before)
    return stop(`a round found ${now} after ${before}: it is not getting better`, 'reopen')
  const allowed = ofPlan ? budget.planRounds : budget.revisions
  if (spent.revisions + 1 >= allowed) return stop(`sent back ${spent.revisions + 1} times, the limit`, 'reopen')
  return { do: 'revise', counts: ofPlan ? 'planRounds' : 'revisions', reason: 'sent back with what was found' }
}
