/**
 * Activity in a directory: an agent that prints nothing but changes files is working (I-40).
 *
 * Read only on request and compared with the last read, so that no wall clock is trusted (I-35): a change gets the time
 * of the request, hence never an earlier one than its own.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Limits the cost of a read: a sample of a huge tree is enough to see activity. */
const maxEntries = 5000
const skipped = new Set(['.git', 'node_modules'])

export interface Activity {
  /** Reads the directory and returns the monotonic time of the last noticed change; without one, that of the start. */
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
