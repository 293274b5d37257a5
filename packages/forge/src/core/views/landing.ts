/** Landings as a person sees them: where merged work was landed. */
import type { Oid } from '#model/ids.ts'
import type { RunState } from '#core/state/state.ts'

export interface LandedView {
  readonly branch: string
  readonly commit: Oid
  readonly at: number
}

/** The last landing; undefined when there was none, or when more was merged since. */
export function landedOf(state: RunState): LandedView | undefined {
  const { landed } = state.landing
  if (landed === undefined || landed.tip !== state.tip) return undefined
  return { branch: landed.branch, commit: landed.to, at: landed.at }
}
