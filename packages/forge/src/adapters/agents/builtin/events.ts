/** Translates the SDK's loop to events of an agent. */
import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { AgentEvent, AgentEventOf } from '#model/agent-event.ts'

/** The other parts repeat the same in smaller pieces, or are for display while they stream. */
export function eventOf(part: TextStreamPart<ToolSet>, text: string): AgentEvent | undefined {
  if (part.type === 'text-end') return text === '' ? undefined : { type: 'text', text: bounded(text) }
  if (part.type === 'tool-call')
    return { type: 'tool_call', id: part.toolCallId, name: part.toolName, input: boundedInput(part.input) }
  if (part.type === 'tool-result')
    return { type: 'tool_result', id: part.toolCallId, ok: true, output: bounded(textOf(part.output)) }
  if (part.type === 'tool-error')
    return { type: 'tool_result', id: part.toolCallId, ok: false, output: bounded(textOf(part.error)) }
  return part.type === 'finish-step' ? usageEvent(part.usage) : undefined
}

export function usageEvent({
  inputTokens = 0,
  inputTokenDetails,
  outputTokens = 0,
}: LanguageModelUsage): AgentEventOf<'usage'> {
  const { cacheReadTokens = 0, cacheWriteTokens = 0, noCacheTokens } = inputTokenDetails
  return {
    type: 'usage',
    usage: {
      inputTokens: noCacheTokens ?? Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      costMicros: 0,
    },
  }
}

const maxShown = 8000

function bounded(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length - maxShown} more characters)`
}

function boundedInput(input: unknown): string | { [name: string]: string } {
  if (typeof input !== 'object' || input === null) return bounded(String(input))
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, bounded(textOf(value))]))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? '')
}
