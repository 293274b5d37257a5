/**
 * Signs of life in a directory: an agent that says nothing but changes files is at work (I-40).
 *
 * Looked at only when somebody asks, and compared with the last look, so that no wall clock is trusted (I-35): a change
 * is noted at the time of asking, hence never earlier than it was.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a look may cost: a sample of a huge tree is enough to see that somebody works in it. */
const maxEntries = 5000
const skipped = new Set(['.git', 'node_modules'])

export interface Activity {
  /** Looks, and answers the monotonic time at which the last change was noticed; the start when there was none. */
  lastChange(): number
}

export function watchActivity(directory: string): Activity {
  let known = fingerprintOf(directory)
  let changedAt = performance.now()
  return {
    lastChange() {
      const now = fingerprintOf(directory)
      if (now !== known) {
        known = now
        changedAt = performance.now()
      }
      return changedAt
    },
  }
}

function fingerprintOf(directory: string): string {
  const waiting = [directory]
  let entries = 0
  let newest = 0
  for (let place = waiting.shift(); place !== undefined && entries < maxEntries; place = waiting.shift()) {
    for (const name of namesIn(place)) {
      const path = join(place, name)
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (found === undefined) continue
      entries += 1
      newest = Math.max(newest, found.ctimeMs)
      if (found.isDirectory() && !skipped.has(name)) waiting.push(path)
    }
  }
  return `${entries} ${newest}`
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return [] // removed while we looked
  }
}
