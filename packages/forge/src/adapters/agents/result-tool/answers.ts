/** The answers that came through the tool: one that fits is the answer; a second one makes it none (F-26). */
import type { ResultReading } from '#adapters/agents/session/index.ts'
import { failed, success } from '#model/result.ts'
import type { Json } from '#model/json.ts'
import type { Result } from '#model/result.ts'

export interface Answers {
  take(answer: Json): Result<void, readonly string[]>
  handed(): ResultReading
}

export type Check = (answer: Json) => readonly string[]

export function collectAnswers(check: Check): Answers {
  const fitting: Json[] = []
  let complaint: string | undefined
  return {
    take(answer) {
      const errors = check(answer)
      if (errors.length > 0) {
        complaint = errors.join('; ')
        return failed(errors)
      }
      if (fitting.length < 2) fitting.push(answer)
      return success(undefined)
    },
    handed() {
      const [answer, second] = fitting
      if (second !== undefined) return { found: 'refused', error: '2 answers instead of one', isContradiction: true }
      if (answer !== undefined) return { found: 'one', answer }
      return complaint === undefined ? { found: 'none' } : { found: 'refused', error: complaint }
    },
  }
}
