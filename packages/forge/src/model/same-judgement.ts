/** Whether two judgements were about the same thing. */
import type { Judged } from './verdict.ts'

export function judgedTheSame(one: Judged, other: Judged): boolean {
  return (
    one.subject === other.subject &&
    one.prompt === other.prompt &&
    one.definition === other.definition &&
    one.environment === other.environment
  )
}
