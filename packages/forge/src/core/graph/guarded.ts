/** Guarded changes: tests, test runners, package scripts, lockfiles, CI, Forge's own settings (I-22). */
import type { Said } from '#messages/said.ts'
import { cutShortWords, isCutShort } from './truncated-changes.ts'
import type { LostTest } from '#model/tests.ts'
import type { RunState, UnitState } from '#core/state/state.ts'

/** Whether the head of a unit has guarded changes. */
export function changesGuardedPaths(state: RunState, unit: UnitState): boolean {
  return unit.head?.lostTests !== undefined || guardedChanges(state, unit).length > 0
}

/** A test as a person finds it: its file, and its name there. */
export function testWords({ path, name }: LostTest): string {
  return name === '' ? path : `${path} > ${name}`
}

/**
 * Guarded paths that the head of a unit changes, in order; for a truncated list of changes, also that it is truncated.
 */
export function guardedChanges(state: RunState, unit: UnitState): (string | Said)[] {
  const patterns = state.spec?.guarded ?? []
  const changed = unit.head?.changed ?? []
  const found = changed.filter((path) => patterns.some((pattern) => matchesPattern(path, pattern)))
  return found.length === 0 && patterns.length > 0 && isCutShort(changed) ? [cutShortWords] : found
}

/**
 * A pattern with a slash is a path, or a folder when it ends with one; a pattern without is a name in any folder. A
 * pattern that begins with a slash is exactly that path from the root.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  if (pattern.startsWith('/')) return path === pattern.slice(1)
  if (pattern.endsWith('/')) return path.startsWith(pattern) || path.includes(`/${pattern}`)
  const subject = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1)
  return matchesWildcard(subject, pattern)
}

/** `*` matches any characters but a slash. Text of a configuration never becomes a regular expression. */
function matchesWildcard(text: string, pattern: string): boolean {
  const star = pattern.indexOf('*')
  if (star < 0) return text === pattern
  // This runs for every changed path at every decision: prefix and suffix rule out most of them.
  if (!text.startsWith(pattern.slice(0, star)) || !text.endsWith(pattern.slice(pattern.lastIndexOf('*') + 1)))
    return false
  const [first = '', ...rest] = pattern.split('*')
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? text.length - part.length : text.indexOf(part, at)
    if (found < at || !text.startsWith(part, found) || text.slice(at, found).includes('/')) return false
    at = found + part.length
  }
  return true
}
