/** Moves the integration tip in the state: only to commits that the journal has named before. */
import type { Oid } from '#model/ids.ts'
import type { RefSeen } from '#model/landing.ts'
import { tipCheckOf } from '#core/tip/expected-tip.ts'
import type { RunState } from './state.ts'

/**
 * The ref is about to be moved there. The process that promises it may die before, and the next one promise another
 * commit.
 */
export function applyPromise(state: RunState, commit: Oid): void {
  state.intendedTips = [...(state.intendedTips ?? []), commit]
}

/** A merge or a sync is recorded: the tip is there, and nothing is promised any more. */
export function applyTip(state: RunState, tip: Oid): void {
  state.tip = tip
  delete state.intendedTips
  const { open } = state.publishing
  if (open !== undefined)
    state.publishing = { ...state.publishing, open: { ...open, later: [...(open.later ?? []), tip] } }
}

/** The ref is not where the attempt expected it. */
export function applyMoved(state: RunState, seen: RefSeen): void {
  const standing = tipCheckOf(state, seen.tip)
  if (standing === 'promised') applyTip(state, seen.tip)
  if (standing === 'foreign') applyForeign(state, seen)
}

export function applyForeign(state: RunState, { tip, repository }: RefSeen): void {
  if (state.tip !== undefined) state.foreignTip = { expected: state.tip, tip, repository }
}
