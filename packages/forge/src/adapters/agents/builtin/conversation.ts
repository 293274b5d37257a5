/** The conversation of the built-in agent; it is stored turn by turn, so that a lost one can be resumed. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ModelMessage } from 'ai'
import type { BuiltinTask } from './task.ts'

/** The conversation so far. */
export interface Talk {
  messages: readonly ModelMessage[]
  /** The number of turns taken. */
  turns: number
  /** It was summarised, and no turn was completed since: another summary would gain nothing. */
  isSummary: boolean
}

/** The model's first prompt: its task, after the earlier conversation if there is one. */
export function openingOf({ conversation, prompt }: BuiltinTask): ModelMessage[] {
  const { file, goesOn } = conversation ?? {}
  const before = file === undefined || goesOn === undefined ? [] : readBefore(file)
  const text = before.length === 0 ? prompt.text : `${goesOn}\n\n${prompt.text}`
  return [...before, { role: 'user', content: text }]
}

/** Stores complete turns only, replacing the file at once: a half-written one would be useless. */
export function keepConversation({ conversation }: BuiltinTask, messages: readonly ModelMessage[]): void {
  if (conversation === undefined) return
  try {
    writeFileSync(`${conversation.file}.new`, JSON.stringify(messages), { mode: 0o600 })
    renameSync(`${conversation.file}.new`, conversation.file)
  } catch {
    // No decision depends on it: a conversation that cannot be stored cannot be resumed.
  }
}

/** Written earlier by the same program; an unreadable file counts as missing. */
function readBefore(file: string): ModelMessage[] {
  try {
    const messages: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(messages) ? (messages as ModelMessage[]) : []
  } catch {
    return []
  }
}
