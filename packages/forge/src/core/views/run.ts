/**
 * The one view of a run, from its state, its events and observations of the world: every surface shows a selection of
 * it.
 */
import type { Event } from '#model/event.ts'
import type { RunSummary, RunView } from '#model/view.ts'
import { runStatus } from '#core/gates/status.ts'
import { landableOf } from '#core/landing/landable.ts'
import type { RunState } from '#core/state/state.ts'
import { closingOf } from './closing.ts'
import { costByPhase, costOf, type CostView } from './cost.ts'
import { endOf, hasHalted } from './ending.ts'
import { sandboxUse } from './sandbox-use.ts'
import { toldOf } from './journal.ts'
import { learningsOf } from './learnings.ts'
import { limitedOf } from './limited.ts'
import { nextSteps, type World } from './next.ts'
import { progressOf } from './progress.ts'
import { summaryOf } from './summary.ts'
import { minutesOf, unitTree } from './unit.ts'

export function viewOf(state: RunState, events: readonly Event[], world: World): RunView {
  const cost = costOf(events)
  return {
    ...rowOf(state),
    ...beganWith(state),
    ...drivenIn(state, world),
    ...spentIn(state, cost),
    ...closingOf(state),
    state: runStatus(state),
    landable: landableOf(state).can,
    limits: limitedOf(state, events),
    held: sandboxUse(events),
    asked: Object.values(state.questions),
    units: unitTree(state, { cost, told: toldOf(events) }),
    learnings: learningsOf(state, events),
    next: nextSteps(state, world),
  }
}

function rowOf(state: RunState): RunSummary {
  return { ...summaryOf(state), run: state.run, seq: state.seq }
}

function beganWith({ spec, isStarted: begun, startedUnits: only }: RunState) {
  const { request = '', agent, opens = 'working', priceBook } = spec ?? {}
  return { request, agent, opens, priceBook, hasBegun: begun, only }
}

function drivenIn(state: RunState, { driver, unread = 0 }: World) {
  const { etaMinutes, confidence } = progressOf(state)
  return {
    isDriven: driver === 'alive',
    unread,
    end: endOf(state),
    hasHalted: hasHalted(state),
    etaMinutes: state.status === 'finished' ? undefined : etaMinutes,
    confidence,
  }
}

function spentIn({ limits, unpriced }: RunState, cost: CostView) {
  const { total, byFate: fates, advice, models } = cost
  const units = Object.fromEntries(Object.entries(cost.units).map(([id, { total: sum }]) => [id, sum]))
  return {
    costMicros: total.costMicros,
    estimatedMicros: total.estimatedMicros,
    unpricedTokens: total.unpricedTokens,
    tokens: total.tokens,
    activeMinutes: minutesOf(total.activeMs),
    ceilings: limits,
    unpriced: unpriced?.models ?? [],
    cost: { total, fates, advice, units, models, phases: costByPhase(cost) },
  }
}
