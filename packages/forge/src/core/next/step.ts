/**
 * One turn of a run: message in → facts → intents until quiescent. Total and repeatable: a throw becomes a recorded
 * refusal.
 */
import type { Event } from '#model/event.ts'
import type { Message } from '#model/message.ts'
import { applyEvent } from '#core/state/apply.ts'
import { draftOf, type Draft } from '#core/state/draft.ts'
import type { RunState } from '#core/state/state.ts'
import { accept } from './accept.ts'
import { decide } from './decide.ts'
import { journalFault, tooLarge, withinJournal } from './within-journal.ts'

/** More intents than this in one turn is a rule that does not make itself false: a bug, and a named stop. */
const maxIntents = 5000

export function step(state: RunState, message: Message): readonly Event[] {
  try {
    const events: Event[] = []
    const draft = draftOf(state)
    for (const fact of factsOf(state, message)) take(draft, events, fact)
    draft.state.now = Math.max(draft.state.now, message.at)
    for (let intent = decide(draft.state); intent !== undefined; intent = decide(draft.state)) {
      if (events.length > maxIntents) throw new Error(`no end of intents, the last is ${intent.type}`)
      take(draft, events, withinJournal(intent))
    }
    return events
  } catch (error) {
    return [
      { type: 'message.rejected', v: 1, at: message.at, message: message.id, error: String(error).slice(0, 4000) },
    ]
  }
}

/** Facts that the journal cannot hold are refused; an outcome becomes a failed one. */
function factsOf(state: RunState, message: Message): readonly Event[] {
  const facts = accept(state, message)
  const fault = facts.map((fact) => journalFault(fact)).find((found) => found !== undefined)
  if (fault === undefined) return facts
  const instead = tooLarge(message, fault)
  return 'type' in instead ? accept(state, instead) : instead
}

function take(draft: Draft, events: Event[], event: Event): void {
  applyEvent(draft, event)
  events.push(event)
}
