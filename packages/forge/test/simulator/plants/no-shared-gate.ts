/** Plant: a rate limit holds back nobody. */
import type { Event } from '#model/event.ts'
import type { MessageOf } from '#model/message.ts'
import type { RunState } from '#core/state/state.ts'
import { acceptFinished as production } from '#core/next/accept-outcome.ts'

export * from '#core/next/accept-outcome.ts'

export function acceptFinished(state: RunState, message: MessageOf<'attempt.finished'>): readonly Event[] {
  return production(state, message).filter((event) => event.type !== 'limit.reported')
}
