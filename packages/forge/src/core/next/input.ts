/** The identity of an input: what is judged, apart from how it is asked. Attempts are counted under it. */
import { hashOf } from '#model/digest.ts'
import type { Hash } from '#model/hash.ts'
import type { Judged } from '#model/verdict.ts'

export function inputOf(judged: Judged): Hash {
  return hashOf(judged)
}
