/** The effect of publishing and landing on the state. */
import type { EventOf } from '#model/event.ts'
import { applyForeign } from './apply-tip.ts'
import type { RunState } from './state.ts'

export function applyPublished(state: RunState, event: EventOf<'publishing.finished'>): void {
  const { key, branch, end, foreign } = event
  const { open } = state.publishing
  if (open?.key !== key) return
  if (foreign !== undefined) applyForeign(state, foreign)
  state.publishing = { open: undefined, last: { branch, commit: open.commit, end } }
}

/**
 * The user may have deleted the branch of the run meanwhile: it is published again before anything is landed from it.
 */
export function applyLandingAsked(state: RunState, event: EventOf<'landing.asked'>): void {
  const { key, branch, from, to, tip, by } = event
  state.landing = { ...state.landing, open: { key, branch, from, to, tip, by, begun: false }, refused: undefined }
  state.publishing = { ...state.publishing, last: undefined }
  delete state.foreignTip
}

export function applyLandingFinished(state: RunState, { key, end, at }: EventOf<'landing.finished'>): void {
  const { open, landed } = state.landing
  if (open?.key !== key) return
  // The refusal has named what it found; the run itself ended well.
  if (state.status === 'finished') delete state.foreignTip
  if (end.status === 'refused') state.landing = { open: undefined, landed, refused: { key, end } }
  else {
    const { begun: _, ...plan } = open
    state.landing = { open: undefined, landed: { ...plan, at }, refused: undefined }
  }
}
