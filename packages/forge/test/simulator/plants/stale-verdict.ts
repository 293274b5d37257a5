/** Plant: a verdict counts for ever, whatever it judged. */
import type { Judged } from '#model/verdict.ts'

export function judgedTheSame(one: Judged, other: Judged): boolean {
  return one.definition === other.definition && one.environment === other.environment
}
