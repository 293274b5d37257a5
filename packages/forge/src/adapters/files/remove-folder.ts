/**
 * Removing a folder whatever was made of it: deeper than a path can be long, without rights, with names that are no text.
 *
 * 1. No link is followed. 2. What is gone meanwhile is removed. 3. A folder that stands too deep is first renamed up to the top,
 * so that no path is ever longer than a system call takes.
 */
import { randomUUID } from 'node:crypto'
import { chmod, lstat, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'

/** Well below what any system takes, with room for one more name. */
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
  // The list grows while it is walked: what is below a folder is found after it, so the reverse order empties them.
  for (const folder of folders) folders.push(...(await emptied(folder, top)))
  for (const folder of folders.toReversed()) await unlessGone(rmdir(folder))
}

/** Removes all but the folders in a folder, and answers those, by the paths where they stand now. */
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
