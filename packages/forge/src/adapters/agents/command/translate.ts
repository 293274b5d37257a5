/**
 * Reads the output of any program as an agent's.
 *
 * 1. A line that is an event of Forge counts as that event, so a program can report its usage.
 * 2. A line that is a JSON object with a nonce is an answer. Exactly one with this attempt's nonce counts; without one,
 *    a foreign answer is passed on, so that the core refuses it by name.
 * 3. Exit 0 is the good end: a program that knows nothing of Forge has no other.
 */
import { unknownLine, type Meaning, type Translator } from '#adapters/agents/session/index.ts'
import { AgentEvent } from '#model/agent-event.ts'
import type { Json } from '#model/json.ts'

export function createTranslator(nonce: string): Translator {
  const answers: Json[] = []
  let foreign: Json | undefined
  return {
    take(line): Meaning {
      const event = AgentEvent.safeParse(line)
      // Its end is its exit; an earlier end event would make two.
      if (event.success) return { events: event.data.type === 'finished' ? [] : [event.data] }
      const told = nonceIn(line)
      if (told === undefined) return unknownLine
      if (told === nonce) answers.push(line)
      else foreign = line
      return { events: [] }
    },
    atExit(exitCode) {
      if (exitCode !== 0) return []
      const all = answers.length === 0 && foreign !== undefined ? [foreign] : answers
      if (all.length === 0) return [{ type: 'finished', text: '' }]
      return all.map((structured) => ({ type: 'finished', text: '', structured }))
    },
  }
}

function nonceIn(line: Json): string | undefined {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return undefined
  const { nonce } = line as { readonly [key: string]: Json }
  return typeof nonce === 'string' ? nonce : undefined
}
