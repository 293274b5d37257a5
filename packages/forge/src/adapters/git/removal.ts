/**
 * The only code of this adapter that deletes directories.
 *
 * 1. It deletes only direct children of `trees/`, `making/` and `trash/` of a state directory, all named by
 *    `layout.ts`.
 * 2. A tree is first renamed into `trash/`: it exists completely or not at all.
 * 3. No symbolic link is followed, neither above it nor inside.
 * 4. What cannot be deleted stays in `trash/` with a notice: it stops neither an attempt nor a start.
 */
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '#adapters/exec/alive.ts'
import { removeFolder } from '#adapters/files/remove-folder.ts'
import { say, type Said } from '#messages/said.ts'
import { hasCode } from './fault.ts'
import { ownerOf, passingName } from './layout.ts'

/** Where Forge keeps its trees, and who is notified of leftovers. */
interface Yard {
  readonly stateDirectory: string
  notice(text: Said): void
}

/** Removes a tree's folder; an absent one counts as removed. */
export async function discardFolder(yard: Yard, folder: string): Promise<void> {
  const { stateDirectory } = yard
  const id = basename(folder)
  if (dirname(folder) !== join(stateDirectory, 'trees')) throw new Error(`not a tree of Forge: ${folder}`)
  const gone = passingName(stateDirectory, 'trash', id)
  await mkdir(dirname(gone), { recursive: true })
  try {
    await rename(folder, gone)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  await deleteOrSay(yard, gone)
}

async function deleteOrSay(yard: Yard, path: string): Promise<void> {
  try {
    await deletePassing(yard.stateDirectory, path)
  } catch (error) {
    yard.notice(say('path.cannotBeRemoved', { path, why: error instanceof Error ? error.message.slice(0, 200) : '' }))
  }
}

/** Deletes an entry of `making/` or `trash/`. */
export async function deletePassing(stateDirectory: string, path: string): Promise<void> {
  const parent = dirname(path)
  const isOurs = ['making', 'trash'].some((kind) => parent === join(stateDirectory, kind))
  if (!isOurs || ownerOf(basename(path)) === undefined) throw new Error(`not Forge's to delete: ${path}`)
  for (const place of [stateDirectory, parent]) {
    const found = await lstat(place).catch(() => undefined)
    if (found === undefined) return
    if (!found.isDirectory()) throw new Error(`${place} is not a directory`)
  }
  await removeFolder(path)
}

/** Deletes entries there that dead processes left. */
export async function sweepPassing(yard: Yard): Promise<void> {
  const { stateDirectory } = yard
  for (const kind of ['making', 'trash']) {
    for (const name of await readdir(join(stateDirectory, kind)).catch(() => [])) {
      const owner = ownerOf(name)
      if (owner !== undefined && !isAlive(owner)) await deleteOrSay(yard, join(stateDirectory, kind, name))
    }
  }
}
