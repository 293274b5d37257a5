/**
 * How much may be said and recorded, in bytes of canonical JSON. What comes from agents is bounded where it comes in, so low
 * that nothing that is derived from it can be more than a value of the journal may have.
 */
import { say, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import { utf8Bytes } from '#model/digest.ts'

/** One value of the journal: an event, a message that waits, a summary. */
export const journalBytes = 1024 * 1024
/** The answer of an agent. */
export const answerBytes = 256 * 1024
/** A plan with everything that it leaves out put in. */
export const planBytes = 384 * 1024
/** All that one attempt brings back: its answer, the paths it changed, results of commands. */
export const outcomeBytes = 640 * 1024

/** How many bytes a value has as canonical JSON; 0 stands for any number that is surely not over `most`. */
export function bytesOver(value: unknown, most: number): number {
  return room(value) <= most ? 0 : utf8Bytes(canonicalJson(value))
}

/** At least what it takes as JSON: a character is six bytes at most. */
function room(value: unknown): number {
  if (typeof value === 'string') return value.length * 6 + 2
  if (typeof value !== 'object' || value === null) return 25
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + room(item) + 1, 2)
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length * 6 + 4 + room(item), 2)
}

/** Why a value is too large to be taken in, with its size and the limit; undefined when it is not. */
export function sizeFault(what: Said, value: unknown, most: number): Said | undefined {
  const bytes = bytesOver(value, most)
  return bytes > most ? say('text.tooManyBytes', { what, bytes, most }) : undefined
}
