/** A secret out of the files beside the journal: each is replaced as a whole; blobs and records keep names that fit their content. */
import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { replaceFile, syncDirectory } from '#adapters/files/index.ts'
import type { Eraser } from '#adapters/exec/index.ts'
import { hashOfBytes } from '#adapters/log/shared/blob.ts'
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

/** Blobs with their new names, written beside the old ones: what names them still finds the old. Old name → new name. */
export async function rewriteBlobs(
  state: string,
  files: readonly HoldingFile[],
  erase: (bytes: Uint8Array) => Buffer,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const { path } of files.filter((file) => isBlob(file.path))) {
    const bytes = erase(await readFile(join(state, path)))
    const hash = hashOfBytes(bytes)
    const file = join(state, 'blobs', hash.slice(0, 2), hash)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, `${file}.${randomUUID()}.draft`, bytes)
    await syncDirectory(dirname(file))
    names.set(basename(path), hash)
  }
  return names
}

export function isBlob(path: string): boolean {
  return path.startsWith('blobs/') && /^[0-9a-f]{64}$/.test(basename(path))
}

function isRecord(path: string): boolean {
  return path.startsWith('records/') && path.endsWith('.json')
}

export interface Erasing {
  /** JSON and plain text. */
  readonly text: (text: string) => string
  readonly bytes: (bytes: Uint8Array) => Buffer
}

/** Everything but blobs in its place; old blobs go. Times stay: how long transcripts are kept is counted from them. */
export async function rewriteFiles(state: string, files: readonly HoldingFile[], erasing: Erasing): Promise<void> {
  for (const { path } of files) {
    const file = join(state, path)
    if (isBlob(path)) {
      await rm(file)
      continue
    }
    const before = await stat(file)
    const old = await readFile(file)
    const next = isRecord(path) ? Buffer.from(erasing.text(old.toString('utf8'))) : erasing.bytes(old)
    const place = isRecord(path) ? recordPlace(file, next) : file
    await replaceFile(place, `${file}.${randomUUID()}.draft`, next)
    await chmod(place, before.mode & 0o777)
    await utimes(place, before.atime, before.mtime)
    if (place !== file) await rm(file)
    await syncDirectory(dirname(file))
  }
}

/** A record is named by its key. */
function recordPlace(file: string, bytes: Buffer): string {
  try {
    const { key } = JSON.parse(bytes.toString('utf8')) as { key?: unknown }
    return typeof key === 'string' ? join(dirname(file), `${hashText(key)}.json`) : file
  } catch {
    return file
  }
}

/** Whether there is anything at all to look at. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
