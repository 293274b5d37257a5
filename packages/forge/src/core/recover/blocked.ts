/**
 * Somebody cannot go on (S1-56): each class of blocker has its next step. What does not fit goes to a stronger model, what a model
 * refuses to another one; everything else is a human's, with the advice of its class.
 */
import { laterBudget } from '#model/later-budget.ts'
import type { Blocker, Failure } from '#model/failure.ts'
import { stop, type Rung, type Trouble } from './trouble.ts'

const advice: Readonly<Record<Blocker, string>> = {
  overflow: 'split the unit with plan edit, or name a model with a larger window under models:, then reopen the unit',
  scope: 'split the unit with plan edit, then reopen it',
  refusal: 'name another model under models:, or say it in other words with reopen',
  tooling: 'mend what is named, then reopen the unit',
  external: 'see to what it waits for, then reopen the unit',
  unknown: 'look at the reason, then reopen the unit',
}

const words: Readonly<Record<Blocker, string>> = {
  overflow: 'it does not fit into the model',
  scope: 'it is more than one unit',
  refusal: 'the model refuses',
  tooling: 'a tool does not work',
  external: 'something outside is missing',
  unknown: 'the agent is blocked',
}

export function onBlocked(trouble: Trouble, { why = 'unknown', text }: Extract<Failure, { tag: 'blocked' }>): Rung {
  if (why === 'overflow') return onOverflow(trouble, text)
  if (why === 'refusal') return onRefusal(trouble, text)
  return blocked(why, text)
}

/** One tier up each time, to the top. */
function onOverflow({ spent, budget, models }: Trouble, text: string): Rung {
  const { tiersUp: allowed = laterBudget.tiersUp } = budget
  const { tiersUp: ups = 0 } = spent
  if (models?.higher === undefined)
    return blocked('overflow', text, `and no tier above ${models?.now ?? 'it'} has another`)
  if (ups >= allowed) return blocked('overflow', text, `also after ${ups} tiers up`)
  return again('tiersUp', `it does not fit into ${models.now}: one tier up, ${models.higher}`)
}

function onRefusal({ spent, budget, models }: Trouble, text: string): Rung {
  const { otherModels: allowed = laterBudget.otherModels } = budget
  const { otherModels: others = 0 } = spent
  if (others >= allowed)
    return blocked('refusal', text, `and so did ${others === 1 ? 'the one' : `${others}`} before it`)
  if (models?.other === undefined) return blocked('refusal', text, 'and no other model is known')
  return again('otherModels', `${models.now} refuses: asked once more of ${models.other}`)
}

function again(counts: 'tiersUp' | 'otherModels', reason: string): Rung {
  return { do: 'retry', counts, variant: 'plain', reason }
}

function blocked(why: Blocker, text: string, more = ''): Rung {
  const said = [words[why], more].filter((part) => part !== '').join(', ')
  return stop(`${said}: ${text.slice(0, 500)}`, 'reopen', advice[why])
}
