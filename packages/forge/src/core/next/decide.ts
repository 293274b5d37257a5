/**
 * THE next-step derivation: a table of small named rules. The first that matches yields one intent, which is folded,
 * and so on until none matches. A rule reads only the derived state; its name is recorded on the intent (U-31).
 *
 * Invariants: (1) quiescent: when no rule matches, nothing happens until the next message. (2) bounded: each intent
 * makes its own rule false or spends a counter, so the loop ends; the bound turns a broken rule into a named stop.
 */
import type { Event } from '#model/event.ts'
import type { RunState } from '#core/state/state.ts'
import { boardOf, type DerivedState } from './derived-state.ts'
import { askCapacity, askQuestion, evaluateGate, expandPlan, returnPlan, withdrawQuestion } from './rules-graph.ts'
import { dispatch } from './rules-dispatch.ts'
import {
  finishRun,
  finishUnit,
  interruptAtLimit,
  interrupt,
  moveToFreeAccount,
  redispatch,
  stopAtLimit,
  stopAtForeignRef,
  stopWithoutAgent,
  haltAfterStop,
  tidy,
} from './rules-run.ts'
import { landTip, publishTip, refuseUnshown } from './rules-landing.ts'
import { react } from './rules-react.ts'

export interface Rule {
  readonly name: string
  decide(board: DerivedState): Event | undefined
}

export const rules: readonly Rule[] = [
  { name: 'withdraw-question', decide: withdrawQuestion },
  { name: 'interrupt', decide: interrupt },
  { name: 'hold-to-ceiling', decide: interruptAtLimit },
  { name: 'move-to-free-account', decide: moveToFreeAccount },
  { name: 'stop-at-foreign-ref', decide: stopAtForeignRef },
  { name: 'finish-run', decide: finishRun },
  { name: 'tidy', decide: tidy },
  { name: 'publish', decide: publishTip },
  { name: 'refuse-unshown', decide: refuseUnshown },
  { name: 'land', decide: landTip },
  { name: 'ask-capacity', decide: askCapacity },
  { name: 'stop-without-agent', decide: stopWithoutAgent },
  { name: 'react', decide: react },
  { name: 'redispatch', decide: redispatch },
  { name: 'halt-after-stop', decide: haltAfterStop },
  { name: 'return-plan', decide: returnPlan },
  { name: 'expand-plan', decide: expandPlan },
  { name: 'finish-unit', decide: finishUnit },
  { name: 'evaluate-gate', decide: evaluateGate },
  { name: 'ask-question', decide: askQuestion },
  { name: 'stop-at-ceiling', decide: stopAtLimit },
  { name: 'dispatch', decide: dispatch },
]

/** The next intent, or undefined when there is nothing to do. */
export function decide(state: RunState): Event | undefined {
  if (state.status === 'absent') return undefined
  const board = boardOf(state)
  for (const rule of rules) {
    const intent = rule.decide(board)
    if (intent !== undefined) return { ...intent, rule: rule.name }
  }
  return undefined
}
