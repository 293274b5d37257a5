/** Where a secret is beside the journal, and what kind of file holds it. Only looks. */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Eraser } from '#adapters/exec/index.ts'
import { hashText } from '#model/digest.ts'

export interface HoldingFile {
  /** Below the state directory. */
  readonly path: string
  readonly count: number
}

/** The journal is rewritten by its own rules; git's objects and an agent's own trees are only looked at. */
const others: ReadonlySet<string> = new Set(['journal', 'locks', 'control.git', 'trees', 'making', 'trash', 'aside'])
const workOfAgents = ['trees', 'aside']

async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Files of Forge that hold the secret. */
export async function holdingFiles(state: string, eraser: Eraser): Promise<readonly HoldingFile[]> {
  const top = await readdir(state, { withFileTypes: true }).catch(() => [])
  const folders = top
    .filter((entry) => entry.isDirectory() && !others.has(entry.name))
    .map(({ name }) => join(state, name))
  const loose = top.filter((entry) => entry.isFile()).map(({ name }) => join(state, name))
  const nested = await Promise.all(folders.map((folder) => filesIn(folder)))
  return holding([...loose, ...nested.flat()], state, eraser)
}

/** Files in trees that agents work in: their work, not ours. */
export async function holdingTrees(state: string, eraser: Eraser): Promise<readonly HoldingFile[]> {
  const nested = await Promise.all(workOfAgents.map((name) => filesIn(join(state, name))))
  return holding(nested.flat(), state, eraser)
}

async function holding(paths: readonly string[], state: string, eraser: Eraser): Promise<readonly HoldingFile[]> {
  const found: HoldingFile[] = []
  for (const path of paths.toSorted()) {
    const count = eraser.countIn(await readFile(path).catch(() => ''))
    if (count > 0) found.push({ path: relative(state, path), count })
  }
  return found
}

export function isBlob(path: string): boolean {
  return path.startsWith('blobs/') && /^[0-9a-f]{64}$/.test(basename(path))
}

export function isRecord(path: string): boolean {
  return path.startsWith('records/') && path.endsWith('.json')
}

/** A record is named by its key, which may change with what is in it. Below the state directory. */
export function recordPlace(path: string, text: string): string {
  try {
    const { key } = JSON.parse(text) as { key?: unknown }
    return typeof key === 'string' ? join(dirname(path), `${hashText(key)}.json`) : path
  } catch {
    return path
  }
}

/** Whether there is anything at all to look at. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
