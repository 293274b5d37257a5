/** Digests of files, to check that a user's repository is unchanged afterwards (I-27). */
import { createHash, type Hash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Covers names, kinds, permissions and content; a missing file counts as missing. */
export async function digestFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) await addFile(hash, path)
  return hash.digest('hex')
}

async function addFile(hash: Hash, path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  hash.update(`${path}\0${found?.mode ?? 'absent'}\0`)
  if (found?.isSymbolicLink()) hash.update(await readlink(path))
  else if (found?.isFile()) hash.update(await readFile(path))
}

export async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => join(folder, name))
}
