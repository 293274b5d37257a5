/**
 * Files under a filter such as git-lfs (T-14). Filters do not run: in a tree such a file has its committed content,
 * usually a pointer. An unchanged or moved pointer is fine; other content would be committed past the filter, so it is
 * refused.
 */
import { say } from '#messages/said.ts'
import { objection, type Objection } from './audit.ts'
import { fieldsOf, shownName, textOf } from './bytes.ts'
import type { Control } from './control.ts'
import { readBlobs, type Listing } from './listing.ts'
import { git, type Place } from './run.ts'

const pointer = 'version https://git-lfs.github.com/spec/'

export async function filterObjections(
  control: Control,
  place: Place,
  after: Listing,
  before: Listing,
): Promise<readonly Objection[]> {
  if (!after.entries.some(({ path }) => path === '.gitattributes' || path.endsWith('/.gitattributes'))) return []
  const old = new Set(before.entries.map(({ path, oid }) => `${oid} ${path}`))
  const changed = after.entries.filter(({ path, oid, mode }) => mode.startsWith('100') && !old.has(`${oid} ${path}`))
  if (changed.length === 0) return []
  const filters = await filtersOf(
    control,
    place,
    changed.map(({ path }) => path),
  )
  const concerned = changed.filter(({ path }) => filters.has(path))
  const blobs = await readBlobs(
    control.run,
    control.place,
    concerned.map(({ oid }) => oid),
  )
  return concerned
    .filter(({ oid }) => !textOf((blobs.get(oid) ?? new Uint8Array()).subarray(0, 100)).startsWith(pointer))
    .map(({ path }) => objection(path, say('path.keptByFilter', { filter: filters.get(path) ?? '' })))
}

/** The filter of each path that has one, by the staged attributes. */
async function filtersOf(control: Control, place: Place, paths: readonly string[]): Promise<Map<string, string>> {
  const input = paths.map((path) => `${path}\0`).join('')
  const { stdout } = await git(control.run, place, ['check-attr', '-z', '--stdin', '--cached', 'filter'], { input })
  const fields = fieldsOf(stdout).map((field) => shownName(field))
  const found = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3)
    if (!['unspecified', 'unset', 'set', ''].includes(value)) found.set(path, value)
  }
  return found
}
