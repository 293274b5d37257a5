/**
 * Size limits of messages and records, in bytes of canonical JSON. Input of agents is limited where it enters, so low
 * that nothing derived from it can exceed a value of the journal.
 */
import { say, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import { utf8Bytes } from '#model/digest.ts'

/** One value of the journal: an event, a queued message, a summary. */
export const journalBytes = 1024 * 1024
/** The answer of an agent. */
export const answerBytes = 256 * 1024
/** A plan with all its defaults filled in. */
export const planBytes = 384 * 1024
/** The whole outcome of one attempt: its answer, the paths it changed, results of commands. */
export const outcomeBytes = 640 * 1024

/** How many bytes a value has as canonical JSON; 0 stands for any number that is surely not over `most`. */
export function bytesOver(value: unknown, most: number): number {
  return room(value) <= most ? 0 : utf8Bytes(canonicalJson(value))
}

/** An upper estimate as JSON: a character is six bytes at most. */
function room(value: unknown): number {
  if (typeof value === 'string') return value.length * 6 + 2
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + room(item) + 1, 2)
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length * 6 + 4 + room(item), 2)
}

/** Why a value is too large to be accepted, with its size and the limit; undefined when it is not. */
export function sizeFault(what: Said, value: unknown, most: number): Said | undefined {
  const bytes = bytesOver(value, most)
  return bytes > most ? say('text.tooManyBytes', { what, bytes, most }) : undefined
}
