/** The row that `status` reads without folding: what a person asks first about a run. */
import type { RunSummary } from '#model/view.ts'
import type { RunState } from '#core/state/state.ts'
import { landedOf } from './landing.ts'
import { progressOf } from './progress.ts'

export function summaryOf(state: RunState): Omit<RunSummary, 'run' | 'seq'> {
  const progress = progressOf(state)
  const landed = landedOf(state)
  return {
    status: state.status,
    outcome: state.outcome ?? null,
    reason: state.reason ?? null,
    percent: progress.percent,
    unitsDone: progress.done,
    unitsTotal: progress.total,
    questions: Object.keys(state.questions).length,
    costMicros: state.spent.costMicros,
    estimatedMicros: state.spent.estimatedMicros ?? 0,
    unpricedTokens: state.unpriced?.tokens ?? 0,
    at: state.now,
    landed: landed ?? null,
  }
}
