/** A list of changed paths that is as long as an outcome can carry: what lies beyond is not known, so nothing is proven by it. */
import { say } from '#messages/said.ts'

/** As many changed paths as an outcome can carry. */
export const mostChanges = 5000

export function isCutShort(changed: readonly string[]): boolean {
  return changed.length >= mostChanges
}

/** How it is told wherever a path would be. */
export const cutShortWords = say('path.tooManyToLookAt', { count: mostChanges })
