/**
 * Copies objects between repositories without a transport: all as hard links, or packed by the reader's own git while
 * it borrows the other's object directories. No upload-pack, no remote, no configuration of the source is used.
 */
import { constants, copyFile, link, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Oid } from '#model/ids.ts'
import { hasCode } from './fault.ts'
import { git, type Place, type RunProgram } from './run.ts'

/** An object directory and all that it borrows from, nearest first. */
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
  /** Bytes copied because the target is on another file system. */
  readonly copiedBytes: number
  /** Whether every file of the sources was taken; false if their owner keeps repacking. */
  readonly isWhole: boolean
}

const mostRounds = 5

/**
 * Hard-links every object file of the sources into the target. Git never modifies such a file, so sharing is safe.
 * Their owner may repack meanwhile: the copy is complete when no new file is found after the last one was taken.
 */
export async function linkObjects(from: readonly string[], to: string): Promise<Linked> {
  const taken = new Set<string>()
  let copiedBytes = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const found = (await Promise.all(from.map((source) => objectFiles(source)))).flat()
    const fresh = found.filter(({ folder, name }) => !taken.has(`${folder}/${name}`))
    if (fresh.length === 0) return { copiedBytes, isWhole: true }
    for (const folder of new Set(fresh.map((file) => file.folder))) await mkdir(join(to, folder), { recursive: true })
    for (const { source, folder, name } of fresh) {
      copiedBytes += await linkOrCopy(join(source, folder, name), join(to, folder, name))
      taken.add(`${folder}/${name}`)
    }
  }
  return { copiedBytes, isWhole: false }
}

interface ObjectFile {
  readonly source: string
  readonly folder: string
  readonly name: string
}

/** Loose objects and packs; a pack's index comes last, because it makes the pack visible. */
async function objectFiles(source: string): Promise<ObjectFile[]> {
  const folders = (await namesIn(source)).filter((name) => /^[0-9a-f]{2}$/u.test(name))
  const inFolder = async (folder: string, pattern: RegExp): Promise<ObjectFile[]> => {
    const names = await namesIn(join(source, folder))
    return names.filter((name) => pattern.test(name)).map((name) => ({ source, folder, name }))
  }
  const loose = await Promise.all(folders.map((folder) => inFolder(folder, /^[0-9a-f]{38,62}$/u)))
  const packed = await inFolder('pack', /^pack-[0-9a-f]+\.(?:pack|rev|idx)$/u)
  const rank = ({ name }: ObjectFile): number => (name.endsWith('.idx') ? 1 : 0)
  return [...loose.flat(), ...packed.toSorted((a, b) => rank(a) - rank(b))]
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function linkOrCopy(from: string, to: string): Promise<number> {
  try {
    await link(from, to)
    return 0
  } catch (error) {
    // It vanished: its owner repacked meanwhile, and the next round finds the new file.
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) return 0
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return (await stat(to)).size
  }
}

/** Packs everything that `wants` reach and `haves` do not into the place's own object directory. */
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
