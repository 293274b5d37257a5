/**
 * Removes a folder in whatever state: deeper than the longest path, without permissions, with names that are no text.
 *
 * 1. No link is followed. 2. An entry that vanishes meanwhile counts as removed. 3. A folder that is too deep is first
 *    renamed to the top, so that no path exceeds what a system call takes.
 */
import { randomUUID } from 'node:crypto'
import { chmod, lstat, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'

/** Well below any system's limit, with room for one more name. */
const longestPath = 1000

export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    await removeStubborn(Buffer.from(path))
  }
}

async function removeStubborn(top: Buffer): Promise<void> {
  const found = await lstat(top).catch(() => undefined)
  if (found === undefined) return
  if (!found.isDirectory()) return unlink(top)
  const folders = [top]
  // The list grows during the walk: subfolders come after their parents, so the reverse order removes them empty.
  for (const folder of folders) folders.push(...(await emptied(folder, top)))
  for (const folder of folders.toReversed()) await unlessGone(rmdir(folder))
}

/** Removes all entries but the subfolders, and returns the current paths of those. */
async function emptied(folder: Buffer, top: Buffer): Promise<readonly Buffer[]> {
  await unlessGone(chmod(folder, 0o700))
  const below: Buffer[] = []
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true, encoding: 'buffer' }))) ?? []) {
    const path = joined(folder, entry.name)
    if (!entry.isDirectory()) await unlessGone(unlink(path))
    else if (path.length <= longestPath || folder.equals(top)) below.push(path)
    else {
      const up = joined(top, Buffer.from(randomUUID()))
      await unlessGone(rename(path, up))
      below.push(up)
    }
  }
  return below
}

function joined(folder: Buffer, name: Uint8Array): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name])
}

async function unlessGone<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
