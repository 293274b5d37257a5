/**
 * Whether the next attempt resumes the conversation that a provider's limit ended: what the agent read and thought is
 * paid for. Only the same agent with the same account has it, and only for the same input; otherwise the attempt starts
 * anew.
 */
import type { Hash } from '#model/hash.ts'
import type { Lane } from '#core/schedule/accounts.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import type { PhaseState } from '#core/state/state.ts'

export interface Next {
  readonly start: string | undefined
  readonly lane: Lane
  readonly agent: string | undefined
  readonly input: Hash
}

/** The name of the conversation; undefined: there is none, or another agent or account has it. */
export function conversationFor({ conversation }: PhaseState, next: Next): string | undefined {
  if (conversation === undefined) return undefined
  const isSame = (['input', 'agent', 'start'] as const).every((what) => conversation[what] === next[what])
  if (!isSame) return undefined
  return conversation.gate === accountLimitKey(next.lane) ? conversation.session : undefined
}
