/** What a setup added to a tree: new entries near the root, where tool chains put them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const depth = 3

/** Folders near the root with the names of their entries. */
export type Folders = ReadonlyMap<string, ReadonlySet<string>>

export async function listFolders(root: string): Promise<Folders> {
  const folders = new Map<string, ReadonlySet<string>>()
  const walk = async (folder: string, left: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    folders.set(folder, new Set(entries.map(({ name }) => name)))
    if (left === 0) return
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== '.git') await walk(join(folder, entry.name), left - 1)
  }
  await walk('', depth)
  return folders
}

/** The topmost new entries, by path from the root. */
export async function additionsTo(root: string, before: Folders): Promise<string[]> {
  const additions: string[] = []
  for (const [folder, names] of before) {
    const now = await readdir(join(root, folder)).catch(() => [])
    for (const name of now) if (!names.has(name)) additions.push(join(folder, name))
  }
  return additions.toSorted()
}
