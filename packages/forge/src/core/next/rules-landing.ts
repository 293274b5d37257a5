/** Rules about the user's repository: merged work is published, and landed when a human asked for it. */
import { raw } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { Key } from '#model/ids.ts'
import type { LandingRefused } from '#model/landing.ts'
import type { RunState } from '#core/state/state.ts'
import { foreignWords } from '#core/tip/expected-tip.ts'
import type { DerivedState } from './derived-state.ts'

/** As soon as something is merged, after every merge and sync, and again before a landing. */
export function publishTip({ state, units }: DerivedState): Event | undefined {
  const { publishing, tip } = state
  if (tip === undefined || publishing.open !== undefined || publishing.last?.commit === tip) return undefined
  if (units.every(({ merged }) => merged === undefined)) return undefined
  return { type: 'publishing.intended', v: 1, at: state.now, key: `${state.run}/publish@${state.seq}`, commit: tip }
}

/** Unpublished work is not landed: the user could not look at it, and its commits may not be theirs. */
export function refuseUnshown({ state }: DerivedState): Event | undefined {
  const { landing, publishing } = state
  const { open } = landing
  if (open === undefined || open.begun || publishing.open !== undefined || publishing.last === undefined)
    return undefined
  const { end, branch } = publishing.last
  if (state.foreignTip !== undefined) {
    const { reason, hint } = foreignWords(state.run, state.foreignTip)
    return refusal(state, open.key, { code: 'foreign-ref', about: reason, hint })
  }
  if (end === 'published') return undefined
  return refusal(state, open.key, { code: 'not-published', about: raw(branch), end })
}

function refusal({ now }: RunState, key: Key, refused: Omit<LandingRefused, 'status'>): Event {
  return { type: 'landing.finished', v: 1, at: now, key, end: { status: 'refused', ...refused } }
}

export function landTip({ state }: DerivedState): Event | undefined {
  const { landing, publishing } = state
  const { open } = landing
  if (open === undefined || open.begun || publishing.open !== undefined || publishing.last === undefined)
    return undefined
  const { key, branch, from, to, tip } = open
  return { type: 'landing.intended', v: 1, at: state.now, key, branch, from, to, tip }
}
