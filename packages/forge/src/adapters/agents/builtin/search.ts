/** Finds files and searches in them: inside the tree, never through links, and within bounds. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { insideOf } from './inside.ts'

const maxListed = 2000
const maxMatches = 200
const maxSearchedBytes = 1024 * 1024
const maxLineShown = 300

export async function listFiles(root: string, path: string): Promise<string> {
  const names: string[] = []
  for await (const name of walk(root, await insideOf(root, path))) {
    if (names.length === maxListed) return `${names.join('\n')}\n[… there are more; ask for a folder]`
    names.push(name)
  }
  return names.length === 0 ? 'there are no files' : names.join('\n')
}

export async function searchFiles(root: string, pattern: string, path: string): Promise<string> {
  const expression = new RegExp(pattern)
  const found: string[] = []
  for await (const name of walk(root, await insideOf(root, path))) {
    for (const [index, line] of (await linesOf(join(root, name))).entries()) {
      if (!expression.test(line)) continue
      if (found.length === maxMatches) return `${found.join('\n')}\n[… there are more matches]`
      found.push(`${name}:${index + 1}: ${line.slice(0, maxLineShown)}`)
    }
  }
  return found.length === 0 ? 'no match' : found.join('\n')
}

/** Relative paths of files, sorted by name. */
async function* walk(root: string, start: string): AsyncGenerator<string> {
  const info = await stat(start)
  if (info.isFile()) return yield relative(root, start)
  const entries = await readdir(start, { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(start, entry.name)
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') yield* walk(root, path)
    else if (entry.isFile()) yield relative(root, path)
  }
}

async function linesOf(path: string): Promise<readonly string[]> {
  const { size } = await stat(path)
  if (size > maxSearchedBytes) return []
  const bytes = await readFile(path)
  return bytes.includes(0) ? [] : bytes.toString('utf8').split('\n')
}
