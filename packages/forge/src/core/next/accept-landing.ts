/** Landing and publishing: requests and their outcomes. An outcome whose key is not open changes nothing. */
import { say } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import type { MessageOf } from '#model/message.ts'
import { whyNotLandable } from '#core/landing/landable.ts'
import type { RunState } from '#core/state/state.ts'
import { isForeignAtPublishing } from '#core/tip/expected-tip.ts'
import { refused } from './refusal.ts'

export function acceptLanding(
  state: RunState,
  message: MessageOf<'land'> | MessageOf<'publishing.finished'> | MessageOf<'landing.finished'>,
): readonly Event[] {
  if (message.type === 'land') return acceptLand(state, message)
  return message.type === 'landing.finished' ? acceptLanded(state, message) : acceptPublished(state, message)
}

function acceptLand(state: RunState, message: MessageOf<'land'>): readonly Event[] {
  const { at, what, branch, from, to, tip, by } = message
  const why = whyNotLandable(state, what)
  if (why === 'nothing-merged') return [refused(message, say('landing.nothingMergedYet', { run: state.run }))]
  if (why === 'not-done')
    return [
      refused(
        message,
        say('landing.runNotDone', { run: state.run, standing: say(`state.${state.outcome ?? state.status}`) }),
      ),
    ]
  if (state.landing.open !== undefined) return [refused(message, say('landing.underWayAlready'))]
  if (state.tip !== tip) return [refused(message, say('landing.tipIsElsewhere'))]
  const key = `${state.run}/land@${state.seq}`
  return [{ type: 'landing.asked', v: 1, at, key, branch, from, to, tip, by }]
}

function acceptPublished(state: RunState, message: MessageOf<'publishing.finished'>): readonly Event[] {
  const { at, key, branch, end, seen } = message
  if (state.publishing.open?.key !== key) return []
  const foreign = seen !== undefined && isForeignAtPublishing(state, seen.tip) ? { foreign: seen } : {}
  return [{ type: 'publishing.finished', v: 1, at, key, branch, end, ...foreign }]
}

function acceptLanded(state: RunState, { at, key, end }: MessageOf<'landing.finished'>): readonly Event[] {
  const { open } = state.landing
  if (open?.key !== key || !open.begun) return []
  return [{ type: 'landing.finished', v: 1, at, key, end }]
}
