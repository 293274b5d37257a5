/** What of a run can be landed: the one answer behind every proposal of `forge land` and every landing. */
import type { Oid } from '#model/ids.ts'
import type { RunState } from '#core/state/state.ts'

export type Landable =
  /** `whole`: the run is done. `partial`: the merged work of a run that is not done. */
  | { readonly can: 'whole' | 'partial'; readonly tip: Oid }
  | { readonly can: 'nothing'; readonly why: 'nothing-merged' | 'landed' }

export function landableOf(state: RunState): Landable {
  const isMerged = state.order.some((id) => state.units[id]?.merged !== undefined)
  if (!isMerged || state.tip === undefined) return { can: 'nothing', why: 'nothing-merged' }
  if (state.landing.landed?.tip === state.tip) return { can: 'nothing', why: 'landed' }
  const isDone = state.status === 'finished' && state.outcome === 'done'
  return { can: isDone ? 'whole' : 'partial', tip: state.tip }
}

/** Why the run itself does not allow a landing, before Forge looks at the user's checkout. */
export function whyNotLandable(state: RunState, what: 'done' | 'merged'): 'nothing-merged' | 'not-done' | undefined {
  const landable = landableOf(state)
  if (landable.can === 'nothing') return landable.why === 'nothing-merged' ? 'nothing-merged' : undefined
  return landable.can === 'partial' && what === 'done' ? 'not-done' : undefined
}
