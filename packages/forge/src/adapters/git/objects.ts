/**
 * Objects from one repository to another without a transport: hardlinked whole, or packed by the reader's own git while
 * it borrows the other's object directories. No upload-pack, no remote, no configuration of the source is in force.
 */
import { constants, copyFile, link, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Oid } from '#model/ids.ts'
import { hasCode } from './fault.ts'
import { git, type Place, type RunProgram } from './run.ts'

/** An object directory and everything it borrows from, nearest first. */
export async function objectDirectories(objects: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const queue = [objects]
  for (let next = queue.shift(); next !== undefined && found.size < 64; next = queue.shift()) {
    if (found.has(next)) continue
    found.add(next)
    queue.push(...(await alternatesOf(next)))
  }
  return [...found]
}

async function alternatesOf(objects: string): Promise<string[]> {
  const text = await readFile(join(objects, 'info', 'alternates'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => (isAbsolute(line) ? line : join(objects, line)))
}

export interface Linked {
  readonly linked: number
  /** Bytes that had to be copied because the target is on another file system. */
  readonly copiedBytes: number
}

/** Make every object file of the sources also one of the target. Git never writes into such a file, so sharing is safe. */
export async function linkObjects(from: readonly string[], to: string): Promise<Linked> {
  let linked = 0
  let copiedBytes = 0
  for (const source of from) {
    for (const file of await objectFiles(source)) {
      await mkdir(join(to, file.folder), { recursive: true })
      const bytes = await linkOrCopy(join(source, file.folder, file.name), join(to, file.folder, file.name))
      linked += 1
      copiedBytes += bytes
    }
  }
  return { linked, copiedBytes }
}

/** Loose objects and packs; a pack's index comes last, because it is what makes the pack seen. */
async function objectFiles(objects: string): Promise<{ folder: string; name: string }[]> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/u.test(name))
  const loose = await Promise.all(
    folders.map(async (folder) => ({ folder, names: await namesIn(join(objects, folder)) })),
  )
  const isObject = (name: string): boolean => /^[0-9a-f]{38,62}$/u.test(name)
  const packed = (await namesIn(join(objects, 'pack'))).filter((name) =>
    /^pack-[0-9a-f]+\.(?:pack|rev|idx)$/u.test(name),
  )
  const rank = (name: string): number => (name.endsWith('.idx') ? 1 : 0)
  return [
    ...loose.flatMap(({ folder, names }) => names.filter((name) => isObject(name)).map((name) => ({ folder, name }))),
    ...packed.toSorted((a, b) => rank(a) - rank(b)).map((name) => ({ folder: 'pack', name })),
  ]
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function linkOrCopy(from: string, to: string): Promise<number> {
  try {
    await link(from, to)
    return 0
  } catch (error) {
    // Gone: the user's git repacked meanwhile; what is missing comes with the pack that `packObjects` makes.
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) return 0
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return (await stat(to)).size
  }
}

/** Write a pack with everything that `wants` reach and `haves` do not into the place's own object directory. */
export async function packObjects(
  run: RunProgram,
  place: Place,
  wants: readonly Oid[],
  haves: readonly Oid[],
): Promise<void> {
  const input = [...wants, ...haves.map((oid) => `^${oid}`), ''].join('\n')
  const target = join(place.objects ?? join(place.gitDir, 'objects'), 'pack', 'pack')
  await git(run, place, ['pack-objects', '--revs', '--delta-base-offset', '--non-empty', '-q', target], { input })
}

/** Which of these objects a place has. */
export async function presentOf(run: RunProgram, place: Place, oids: readonly Oid[]): Promise<readonly Oid[]> {
  if (oids.length === 0) return []
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)']
  const { stdout } = await git(run, place, args, { input: `${oids.join('\n')}\n` })
  const lines = Buffer.from(stdout).toString('latin1').split('\n')
  return lines.filter((line) => line !== '' && !line.endsWith(' missing')).map((line) => line.split(' ')[0] ?? '')
}
