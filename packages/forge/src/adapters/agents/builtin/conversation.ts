/** The conversation of the built-in agent; it is on disk turn by turn, so that one that was lost can be gone on with. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ModelMessage } from 'ai'
import type { BuiltinTask } from './task.ts'

/** As far as it has come. */
export interface Talk {
  messages: readonly ModelMessage[]
  /** How many turns of all it has taken. */
  turns: number
  /** It was summarised, and no turn was whole since: to do it again would gain nothing. */
  isSummary: boolean
}

/** What the model is told first: its task, behind what was said before where there is something. */
export function openingOf({ conversation, prompt }: BuiltinTask): ModelMessage[] {
  const { file, goesOn } = conversation ?? {}
  const before = file === undefined || goesOn === undefined ? [] : readBefore(file)
  const text = before.length === 0 ? prompt.text : `${goesOn}\n\n${prompt.text}`
  return [...before, { role: 'user', content: text }]
}

/** Whole turns only, each replacing the file at once: a half-written one would be worth nothing. */
export function keepConversation({ conversation }: BuiltinTask, messages: readonly ModelMessage[]): void {
  if (conversation === undefined) return
  try {
    writeFileSync(`${conversation.file}.new`, JSON.stringify(messages), { mode: 0o600 })
    renameSync(`${conversation.file}.new`, conversation.file)
  } catch {
    // Nothing is decided by it: what cannot be kept cannot be gone on with.
  }
}

/** Written by the same program before; what cannot be read is as if it had not been. */
function readBefore(file: string): ModelMessage[] {
  try {
    const messages: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(messages) ? (messages as ModelMessage[]) : []
  } catch {
    return []
  }
}
