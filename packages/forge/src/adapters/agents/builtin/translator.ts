/** The built-in agent speaks Forge's own events, one per line. */
import { unknownLine, type Translator } from '#adapters/agents/session/index.ts'
import { AgentEvent } from '#model/agent-event.ts'

export const builtinTranslator: Translator = {
  take(line) {
    const event = AgentEvent.safeParse(line)
    return event.success ? { events: [event.data] } : unknownLine
  },
}
