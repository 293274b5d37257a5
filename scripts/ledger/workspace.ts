/**
 * A copy of the workspace in which plants are set, so that they also hold for the processes that tests start.
 * 1. Nothing that happens in a copy reaches the workspace: its files are copies. Only installed packages are hard
 *    links; their caches are left out, and nobody writes to the rest.
 */
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const leftOut = new Set(['.git', '.vitest', 'dist'])
const leftOutOfPackages = new Set(['.vite', '.cache'])

export function copyWorkspace(from: string): string {
  const to = mkdtempSync(join(tmpdir(), 'forge-ledger-'))
  copyFolder(from, to, copyFileSync)
  return to
}

type Place = (from: string, to: string) => void

function copyFolder(from: string, to: string, place: Place): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if ((place === linkOrCopy ? leftOutOfPackages : leftOut).has(name)) continue
    const [source, target] = [join(from, name), join(to, name)]
    const entry = lstatSync(source)
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) copyFolder(source, target, name === 'node_modules' ? linkOrCopy : place)
    else if (entry.isFile()) place(source, target)
  }
}

/** A temporary folder on another disk gets copies. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}
