/** Whether files of a tree equal the cached result of its setup: kind, permissions and every byte. */
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

export async function differing(paths: readonly string[], tree: string, kept: string): Promise<readonly string[]> {
  const different: string[] = []
  for (const path of paths) if (!(await isSame(join(tree, path), join(kept, path)))) different.push(path)
  return different
}

/** A missing or unreadable file counts as different. */
async function isSame(one: string, other: string): Promise<boolean> {
  try {
    const [left, right] = [await lstat(one), await lstat(other)]
    if (left.mode !== right.mode) return false
    if (left.isSymbolicLink()) return (await readlink(one)) === (await readlink(other))
    if (!left.isFile() || left.size !== right.size) return false
    return (await readFile(one)).equals(await readFile(other))
  } catch {
    return false
  }
}
