/**
 * Answers given through the tool: a valid one counts, however often sent; a different second one leaves none (F-26).
 */
import type { ResultReading } from '#adapters/agents/session/index.ts'
import { say, several, type Said } from '#messages/said.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Json } from '#model/json.ts'

/**
 * What happened to an answer: accepted, accepted before, or rejected as invalid or because another one was accepted.
 */
export type Taking =
  | { readonly taken: 'now' | 'before' | 'not, after another' }
  | { readonly taken: 'not'; readonly errors: readonly Said[] }

export interface Answers {
  take(answer: Json): Taking
  handed(): ResultReading
}

export type Check = (answer: Json) => readonly Said[]

export function collectAnswers(check: Check): Answers {
  let first: Json | undefined
  let isContradicted = false
  let complaint: Said | undefined
  return {
    take(answer) {
      const errors = check(answer)
      if (errors.length > 0) {
        complaint = several(errors, '; ')
        return { taken: 'not', errors }
      }
      if (first === undefined) {
        first = answer
        return { taken: 'now' }
      }
      if (canonicalJson(first) === canonicalJson(answer)) return { taken: 'before' }
      isContradicted = true
      return { taken: 'not, after another' }
    },
    handed() {
      if (isContradicted) return { found: 'refused', error: say('answer.several', { count: 2 }), isContradiction: true }
      if (first !== undefined) return { found: 'one', answer: first }
      return complaint === undefined ? { found: 'none' } : { found: 'refused', error: complaint }
    },
  }
}
