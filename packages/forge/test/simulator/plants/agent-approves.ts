/** Plant: whoever answers is believed to be a human. */
import type { Event } from '#model/event.ts'
import type { MessageOf } from '#model/message.ts'
import type { RunState } from '#core/state/state.ts'
import { acceptAnswer as production } from '#core/next/accept-word.ts'

export * from '#core/next/accept-word.ts'

export function acceptAnswer(state: RunState, message: MessageOf<'approve'> | MessageOf<'reject'>): readonly Event[] {
  const facts = production(state, { ...message, by: { kind: 'operator', name: message.by.name } })
  return facts.map((fact) => (fact.type === 'question.answered' ? { ...fact, by: message.by } : fact))
}
