/** Paths that a plan may name (I-30, T-12), and whether two of them can touch the same file. */
import { say, type Said } from '#messages/said.ts'

/** Why a path may not be declared, or undefined when it may. */
export function pathFault(path: string): Said | undefined {
  if (path.length === 0) return say('path.isEmpty')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('\\\\')) return say('path.isAbsolute')
  if (path.includes('\\')) return say('path.hasBackslash')
  if (hasControl(path)) return say('path.hasControlCharacter')
  for (const part of path.replace(/\/$/, '').split('/')) {
    if (part === '' || part === '.') return say('path.notShortestForm')
    if (part === '..') return say('path.leavesRepository')
    if (isGitName(part)) return say('path.namesGitDirectory')
  }
  return undefined
}

/**
 * Written paths are named: a pattern would cover no file, and honest work would be sent back. Brackets are names
 * (`[id].ts`).
 */
export function patternFault(path: string): Said | undefined {
  return /[*?]/.test(path) ? say('path.isPattern') : undefined
}

function hasControl(path: string): boolean {
  for (const char of path) if (char < ' ' || char === '\u007f') return true
  return false
}

/**
 * `.git` in any spelling that some file system accepts for it: ignored characters, streams, trailing dots and spaces,
 * short names.
 */
function isGitName(part: string): boolean {
  const visible = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
  const plain = visible
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
  return plain === '.git' || plain === 'git~1'
}

/** Whether one declared path equals or contains the other; a folder covers everything below it. */
export function pathsOverlap(one: string, other: string): boolean {
  const a = one.replace(/\/$/, '')
  const b = other.replace(/\/$/, '')
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}

export function isCovered(path: string, by: readonly string[]): boolean {
  return by.some((cover) => {
    const base = cover.replace(/\/$/, '')
    return path === base || path.startsWith(`${base}/`)
  })
}
