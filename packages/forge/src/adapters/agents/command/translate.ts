/**
 * What any program prints, read as an agent's words.
 *
 * 1. A line that is one of our events is that event: a program that wants to tell what it uses can.
 * 2. A line that is a JSON object with a nonce is an answer. Exactly one of this attempt counts; a foreign one is handed on
 *    when there is no other, so that the core refuses it by name.
 * 3. Exit 0 is the positive end: a program that knows nothing of Forge has no other.
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
      // Its end is its exit; saying so before would be two ends.
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
