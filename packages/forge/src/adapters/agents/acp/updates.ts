/**
 * What an agent shows of its work over ACP, as Forge's events. Figures and text are bounded; nothing here is evidence.
 */
import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { AgentEvent } from '#model/agent-event.ts'
import { JsonValue, type Json } from '#model/json.ts'

const longestText = 100_000

export function eventsOf(update: SessionUpdate): readonly AgentEvent[] {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return update.content.type === 'text' ? [{ type: 'text', text: update.content.text.slice(0, longestText) }] : []
    case 'tool_call':
      return [{ type: 'tool_call', id: update.toolCallId, name: nameOf(update), input: inputOf(update) }]
    case 'tool_call_update':
      return resultOf(update)
    case 'user_message_chunk':
    case 'agent_thought_chunk':
    case 'plan':
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
    case 'notice':
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return []
    default:
      // A newer agent may send what this protocol version does not know.
      return []
  }
}

function resultOf(update: ToolCallUpdate): readonly AgentEvent[] {
  if (update.status !== 'completed' && update.status !== 'failed') return []
  const texts = (update.content ?? []).flatMap((part) =>
    part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [],
  )
  const output = texts.join('\n').slice(0, longestText)
  return [{ type: 'tool_result', id: update.toolCallId, ok: update.status === 'completed', output }]
}

function nameOf({ name, kind, title }: { name?: string | null; kind?: string | null; title?: string | null }): string {
  return (name ?? kind ?? title ?? 'tool').slice(0, 200)
}

/** The arguments of the agent's tool; if it does not show them, the paths that it reports to touch. */
function inputOf({ rawInput, locations }: Pick<ToolCallUpdate, 'rawInput' | 'locations'>): Json {
  const written = JsonValue.safeParse(rawInput)
  if (written.success && written.data !== null) return written.data
  return { paths: (locations ?? []).map(({ path }) => path) }
}
