/**
 * The only code of this adapter that deletes directories.
 *
 * 1. It deletes only direct children of `trees/`, `making/` and `trash/` of a state directory, all named by `layout.ts`.
 * 2. A tree is first renamed into `trash/`: it is there or it is gone, never half.
 * 3. No symbolic link is followed, neither above nor below.
 */
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from './fault.ts'
import { ownerOf, passingName } from './layout.ts'

/** Remove a tree's folder; absent is removed. */
export async function discardFolder(stateDirectory: string, folder: string): Promise<void> {
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
  await deletePassing(stateDirectory, gone)
}

/** Delete something from `making/` or `trash/`. */
export async function deletePassing(stateDirectory: string, path: string): Promise<void> {
  const parent = dirname(path)
  const isOurs = ['making', 'trash'].some((kind) => parent === join(stateDirectory, kind))
  if (!isOurs || ownerOf(basename(path)) === undefined) throw new Error(`not Forge's to delete: ${path}`)
  for (const place of [stateDirectory, parent]) {
    const found = await lstat(place).catch(() => undefined)
    if (found === undefined) return
    if (!found.isDirectory()) throw new Error(`${place} is not a directory`)
  }
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM') && !hasCode(error, 'ENOTEMPTY')) throw error
    await openUp(path)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * An agent may have taken its own rights away. A removal that failed at one place may still be at work at others: what is
 * gone meanwhile needs no rights.
 */
async function openUp(path: string): Promise<void> {
  try {
    if (!(await lstat(path)).isDirectory()) return
    await chmod(path, 0o700)
    for (const name of await readdir(path)) await openUp(join(path, name))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Delete what dead processes left on its way in or out. */
export async function sweepPassing(stateDirectory: string): Promise<void> {
  for (const kind of ['making', 'trash']) {
    for (const name of await readdir(join(stateDirectory, kind)).catch(() => [])) {
      const owner = ownerOf(name)
      if (owner !== undefined && !isAlive(owner)) await deletePassing(stateDirectory, join(stateDirectory, kind, name))
    }
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
