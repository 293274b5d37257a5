/**
 * What a tree that Forge commits must not contain (I-30), compared with the trees it came from: existing entries are
 * the user's own and are left alone, whatever they are; no such entry may be added. Pure.
 */
import { say, type Said } from '#messages/said.ts'
import { leadsOutByItself, objectionToLink, type Links } from './links.ts'
import { modes, type Listing, type TreeEntry } from './listing.ts'
import { findCollisions, isOwnPlace, objectionToName } from './names.ts'

export interface Audited {
  readonly listing: Listing
  readonly links: Links
}

export interface Objection {
  readonly path: string
  /** One sentence for users. */
  readonly text: Said
}

/** Empty when the tree may be committed. */
export function objectionsTo(tree: Audited, before: readonly Listing[]): readonly Objection[] {
  const known = new Set(before.flatMap(({ entries }) => entries.map((entry) => keyOf(entry))))
  const knownBytes = new Set(before.flatMap((listing) => listing.unreadable))
  const { entries, unreadable } = tree.listing
  const isNew = (entry: TreeEntry): boolean => !known.has(keyOf(entry))
  return [
    ...unreadable.filter((name) => !knownBytes.has(name)).map((name) => objection(name, say('path.notUtf8'))),
    ...entries.flatMap((entry) => {
      const why = (isNew(entry) ? whyNotNew(entry) : undefined) ?? whyNotLink(entry, tree.links, isNew(entry))
      return why === undefined ? [] : [objection(entry.path, why)]
    }),
    ...newCollisions(entries, before),
  ]
}

function whyNotNew({ mode, path }: TreeEntry): Said | undefined {
  if (mode === modes.gitlink) return say('path.repositoryOfItsOwn')
  if (mode === modes.link && isOwnPlace(path)) return say('path.linkWhereForgeReads')
  return objectionToName(path)
}

/** A link of the user that always led out is left alone; one that a new neighbour redirects is not. */
function whyNotLink({ mode, path }: TreeEntry, links: Links, isNew: boolean): Said | undefined {
  const target = links.get(path)
  if (mode !== modes.link || target === undefined) return undefined
  if (!isNew && leadsOutByItself(path, target)) return undefined
  return objectionToLink(path, links)
}

function newCollisions(entries: readonly TreeEntry[], before: readonly Listing[]): Objection[] {
  const found = findCollisions(entries.map(({ path }) => path))
  if (found.length === 0) return []
  const earlier = before.flatMap((listing) => findCollisions(listing.entries.map(({ path }) => path)))
  const old = new Set(earlier.map(([one, two]) => `${one}\0${two}`))
  return found
    .filter(([one, two]) => !old.has(`${one}\0${two}`))
    .map(([one, two]) => objection(two, say('path.differsOnlyInCase', { path: show(one) })))
}

/** Links and gitlinks are identified with their target, files by their path alone. */
function keyOf({ mode, oid, path }: TreeEntry): string {
  return mode === modes.link || mode === modes.gitlink ? `${mode} ${oid} ${path}` : path
}

export function objection(path: string, why: Said): Objection {
  return { path, text: say('path.objection', { path: show(path), why }) }
}

/** A name in printable form. */
function show(name: string): string {
  return JSON.stringify(name).slice(0, 300)
}
