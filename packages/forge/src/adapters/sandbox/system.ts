/**
 * Files that only the system's administrator may read: password hashes, keys of the host, mail and logs. Bubblewrap
 * drops root's capabilities, but root still owns these files, so they are hidden one by one: each that this process may
 * read but others may not.
 */
import { accessSync, constants, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Mount } from '#adapters/exec/index.ts'
import { realOf } from './program-files.ts'

const places: readonly string[] = ['/etc', '/var', '/boot']
const deepest = 4
const mostEntries = 20_000

const everybodyReads = 0o004
const everybodyEnters = 0o005

/** `spared`: folders that contain one of these are searched instead of being hidden whole. */
export function systemSecrets(spared: readonly string[], roots: readonly string[] = places): readonly Mount[] {
  const masks: Mount[] = []
  let left = mostEntries
  const walk = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      left -= 1
      if (left < 0 || entry.isSymbolicLink()) continue
      const path = join(folder, entry.name)
      const mode = modeOf(path)
      if (entry.isDirectory()) {
        const isSpared = spared.some((one) => one === path || one.startsWith(`${path}/`))
        if ((mode & everybodyEnters) === 0 && !isSpared && isReadable(path)) masks.push({ mount: 'empty', path })
        else if (depth < deepest) walk(path, depth + 1)
      } else if (entry.isFile() && (mode & everybodyReads) === 0 && isReadable(path))
        masks.push({ mount: 'blank', path })
    }
  }
  for (const root of new Set(roots.map(realOf))) walk(root, 1)
  return masks
}

function modeOf(path: string): number {
  try {
    return lstatSync(path).mode
  } catch {
    return everybodyEnters
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
