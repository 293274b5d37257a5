/**
 * No event is larger than the journal can hold: a larger one becomes a stop with a reason, and the run can be viewed
 * and cancelled.
 */
import { render } from '#messages/render.ts'
import { say, truncated, type Said } from '#messages/said.ts'
import { journalBytes, sizeFault } from '#model/bounds.ts'
import { defined } from '#model/defined.ts'
import type { Event, EventOf } from '#model/event.ts'
import type { Message, MessageOf } from '#model/message.ts'
import { splitPath } from '#model/node-path.ts'
import { refused } from './refusal.ts'

/** A little below, for what the log itself adds. */
const most = journalBytes - 1024

export function journalFault(event: Event): Said | undefined {
  return sizeFault(say('text.theEvent', { type: event.type }), event, most)
}

/** An intent as it is, or the stop that replaces it. */
export function withinJournal(intent: Event): Event {
  const short = withShortReason(intent)
  const fault = journalFault(short)
  if (fault === undefined) return short
  const { at, rule } = intent
  const stop = { v: 1, at, ...defined({ rule }), reason: fault } as const
  if (intent.type !== 'attempt.intended') return { type: 'run.stopped', ...stop, remedy: shorter }
  return { type: 'unit.stopped', ...stop, unit: splitPath(intent.path)[0], remedy: shorter }
}

const shorter: EventOf<'run.stopped'>['remedy'] = {
  word: 'edit',
  hint: say('hint.shortenPlanOrCancel'),
}

/** Replaces facts that the journal cannot hold. */
export function tooLarge(message: Message, fault: Said): MessageOf<'attempt.finished'> | readonly Event[] {
  if (message.type === 'attempt.finished' && message.outcome.status !== 'failed')
    return { ...message, outcome: { status: 'failed', failure: { tag: 'invalid', errors: [fault] } } }
  if ('by' in message || message.type === 'start') return [refused(message, fault)]
  return [{ type: 'message.rejected', v: 1, at: message.at, message: message.id, error: render(fault, 'en') }]
}

/** Reasons may contain other reasons. */
function withShortReason(intent: Event): Event {
  return 'reason' in intent && render(intent.reason, 'en').length > longestReason
    ? { ...intent, reason: truncated(intent.reason, longestReason) }
    : intent
}

const longestReason = 2000
