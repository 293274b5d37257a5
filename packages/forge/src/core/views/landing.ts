/** What a person is shown of landings: where what is merged was landed, and the command that would land it. */
import type { Oid } from '#model/ids.ts'
import { landableOf } from '#core/landing/landable.ts'
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

/** Proposed where landing is the next step; `partial` while the run is not done. */
export function landCommand(
  state: RunState,
): { readonly can: 'whole' | 'partial'; readonly command: string } | undefined {
  const landable = landableOf(state)
  if (landable.can === 'nothing') return undefined
  const { can } = landable
  return { can, command: `forge land ${state.run}${can === 'whole' ? '' : ' --partial'}` }
}
