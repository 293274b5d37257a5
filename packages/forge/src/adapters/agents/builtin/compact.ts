/**
 * Compacts a conversation that no longer fits into the model: first by rule, at no cost; if tool results are too small
 * for that, by a summary that the model writes. Both are reported, so that the transcript shows why an agent forgot
 * something.
 */
import type { LanguageModel, ModelMessage } from 'ai'
import type { AgentEvent, AgentEventOf } from '#model/agent-event.ts'
import { success, type Result } from '#model/result.ts'
import type { Talk } from './conversation.ts'
import { usageEvent } from './events.ts'
import { shortened, sizeOf } from './shorten.ts'
import { summarised } from './summary.ts'

export interface RoomRequest {
  readonly model: LanguageModel
  readonly signal: AbortSignal
  readonly say: (event: AgentEvent) => Promise<void>
}

/** `none`: nothing is left to remove, so the task itself is too large for the model. */
export async function compactConversation(
  talked: Talk,
  { model, signal, say }: RoomRequest,
): Promise<Result<'made' | 'none', AgentEventOf<'failed'>>> {
  const byRule = shortened(talked.messages)
  if (byRule !== undefined) {
    await say(told('shortened results of tools', talked.messages, byRule))
    talked.messages = answerable(byRule)
    return success('made')
  }
  if (talked.isSummary) return success('none')
  talked.turns += 1
  const summary = await summarised(talked.messages, { model, signal, onUsage: (usage) => say(usageEvent(usage)) })
  if (!summary.ok) return summary
  if (summary.value === undefined) return success('none')
  await say(told('replaced older turns by a summary', talked.messages, summary.value))
  talked.messages = answerable(summary.value)
  talked.isSummary = true
  return success('made')
}

function told(what: string, before: readonly ModelMessage[], after: readonly ModelMessage[]): AgentEvent {
  const sizes = `${sizeOf(before)} characters, now ${sizeOf(after)}`
  return { type: 'text', text: `(The conversation no longer fit into the model. Forge ${what}: ${sizes}.)` }
}

/** The turn that filled the window is one of the model, and most models only answer a message of another role. */
function answerable(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (messages.at(-1)?.role !== 'assistant') return messages
  return [
    ...messages,
    { role: 'user', content: 'Your window was full in the middle of your turn. There is room again: go on.' },
  ]
}
