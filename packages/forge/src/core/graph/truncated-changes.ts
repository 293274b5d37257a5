/** A list of changed paths at the limit of an outcome: what lies beyond is not known, so nothing is proven by it. */
import { say } from '#messages/said.ts'

/** As many changed paths as an outcome can carry. */
export const mostChanges = 5000

export function isCutShort(changed: readonly string[]): boolean {
  return changed.length >= mostChanges
}

/** Shown in the place of a path. */
export const cutShortWords = say('path.tooManyToLookAt', { count: mostChanges })
