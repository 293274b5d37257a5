/** The content of a tree object as data: one entry per file, link or gitlink, and the content of blobs. */
import type { Oid } from '#model/ids.ts'
import { fieldsOf, nameOf, shownName, textOf } from './bytes.ts'
import { git, type Place, type RunProgram } from './run.ts'

export interface TreeEntry {
  readonly mode: string
  readonly oid: Oid
  readonly path: string
}

export interface Listing {
  readonly entries: readonly TreeEntry[]
  /** Names that are not UTF-8, for display. */
  readonly unreadable: readonly string[]
}

export const modes = { gitlink: '160000', link: '120000' } as const

/** Caches the last listings: an object never changes, and a run reads few objects often. */
const recent = new Map<string, Promise<Listing>>()
const mostRecent = 16
const mostEntries = 50_000

/** All entries of a tree, or of the tree of a commit. */
export function listTree(run: RunProgram, place: Place, tree: Oid): Promise<Listing> {
  const name = `${place.gitDir} ${tree}`
  const known = recent.get(name)
  if (known !== undefined) return known
  const listing = readListing(run, place, tree)
  recent.set(name, listing)
  const forget = (): boolean => recent.delete(name)
  void listing.then(({ entries }) => entries.length > mostEntries && forget(), forget)
  const [oldest] = recent.keys()
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest)
  return listing
}

/** The same, without the cache. */
export async function readListing(run: RunProgram, place: Place, tree: Oid): Promise<Listing> {
  const { stdout } = await git(run, place, ['ls-tree', '-r', '-z', '--full-tree', tree])
  const entries: TreeEntry[] = []
  const unreadable: string[] = []
  for (const field of fieldsOf(stdout)) {
    const tab = field.indexOf(9)
    const [mode = '', , oid = ''] = textOf(field.subarray(0, tab)).split(' ')
    const path = nameOf(field.subarray(tab + 1))
    if (path === undefined) unreadable.push(shownName(field.subarray(tab + 1)))
    else entries.push({ mode, oid, path })
  }
  return { entries, unreadable }
}

/** The content of blobs, by name. A missing blob is a fault. */
export async function readBlobs(
  run: RunProgram,
  place: Place,
  oids: readonly Oid[],
): Promise<ReadonlyMap<Oid, Uint8Array>> {
  const blobs = new Map<Oid, Uint8Array>()
  if (oids.length === 0) return blobs
  const { stdout } = await git(run, place, ['cat-file', '--batch'], { input: `${[...new Set(oids)].join('\n')}\n` })
  let at = 0
  while (at < stdout.length) {
    const lineEnd = stdout.indexOf(10, at)
    const [oid = '', kind = '', size = ''] = textOf(stdout.subarray(at, lineEnd)).split(' ')
    if (kind !== 'blob') throw new Error(`${oid} is ${kind}, not a blob`)
    const start = lineEnd + 1
    blobs.set(oid, stdout.slice(start, start + Number(size)))
    at = start + Number(size) + 1
  }
  return blobs
}
