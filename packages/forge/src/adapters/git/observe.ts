/**
 * Reads the user's checkout without a trace and without their configuration: through a temporary git directory that
 * borrows their objects and a COPY of their index. Their index is not refreshed, and their filters and monitors do not
 * run.
 */
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Oid } from '#model/ids.ts'
import { fieldsOf, shownName } from './bytes.ts'
import { copyIndex } from './index-copy.ts'
import { objectDirectories } from './objects.ts'
import { git, type Place, type RunProgram } from './run.ts'
import { treeFlags, type UserSettings } from './settings.ts'

export interface Observed {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
  readonly head: Oid
  readonly objectFormat: 'sha1' | 'sha256'
  readonly settings: UserSettings
}

export interface DirtyPath {
  readonly path: string
  readonly state: 'changed' | 'untracked'
}

/** Every path that differs from HEAD, in the index or in the checkout, and every file that git neither knows nor ignores. */
export async function readDirty(run: RunProgram, seen: Observed): Promise<readonly DirtyPath[]> {
  return observing(seen, async (place) => {
    const args = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
    const { stdout } = await git(run, place, args)
    return fieldsOf(stdout).flatMap((field) => parseDirty(shownName(field)))
  })
}

/** All files of the checkout that are not ignored, sorted. */
export async function listCheckout(run: RunProgram, seen: Observed): Promise<readonly string[]> {
  return observing(seen, async (place) => {
    const { stdout } = await git(run, place, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    return [...new Set(fieldsOf(stdout).map((field) => shownName(field)))].toSorted()
  })
}

/** The tracked files of the checkout, sorted: what a fresh clone has once all of it is committed. */
export async function listTracked(run: RunProgram, seen: Observed): Promise<readonly string[]> {
  return observing(seen, async (place) => {
    const { stdout } = await git(run, place, ['ls-files', '-z', '--cached'])
    return [...new Set(fieldsOf(stdout).map((field) => shownName(field)))].toSorted()
  })
}

function parseDirty(line: string): DirtyPath[] {
  if (line.startsWith('? ')) return [{ path: line.slice(2), state: 'untracked' }]
  // `1 XY sub mH mI mW hH hI path`, and `u XY sub m1 m2 m3 mW h1 h2 h3 path` while a merge is not resolved.
  const fields = { '1': 8, u: 10 }[line.charAt(0)]
  if (fields === undefined) return []
  return [{ path: line.split(' ').slice(fields).join(' '), state: 'changed' }]
}

/** Calls `look` with a temporary place. */
export async function observing<T>(seen: Observed, look: (place: Place) => Promise<T>): Promise<T> {
  const gitDir = await mkdtemp(join(tmpdir(), 'forge-look-'))
  try {
    return await look(await prepare(gitDir, seen))
  } finally {
    await rm(gitDir, { recursive: true, force: true })
  }
}

async function prepare(gitDir: string, seen: Observed): Promise<Place> {
  for (const name of ['refs', 'objects', 'info']) await mkdir(join(gitDir, name))
  await writeFile(join(gitDir, 'HEAD'), `${seen.head}\n`)
  await writeFile(join(gitDir, 'config'), configText(seen.objectFormat))
  await writeFile(join(gitDir, 'info', 'exclude'), seen.settings.infoExclude)
  await writeFile(join(gitDir, 'excludes'), seen.settings.excludes)
  await copyIfThere(join(seen.commonDir, 'shallow'), join(gitDir, 'shallow'))
  await copyIndexes(seen.gitDir, gitDir)
  return {
    gitDir,
    workTree: seen.top,
    indexFile: join(gitDir, 'index'),
    borrowed: await objectDirectories(join(seen.commonDir, 'objects')),
    settings: [...treeFlags(seen.settings.tree), `core.excludesFile=${join(gitDir, 'excludes')}`],
  }
}

/** The minimal configuration of a repository with this object format. */
export function configText(objectFormat: 'sha1' | 'sha256'): string {
  return objectFormat === 'sha1'
    ? '[core]\n\trepositoryformatversion = 0\n'
    : '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n'
}

async function copyIndexes(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name === 'index' || name.startsWith('sharedindex.'))
  for (const name of names) await copyIndex(join(from, name), join(to, name)).catch(() => undefined)
}

export async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch {
    return false
  }
}
