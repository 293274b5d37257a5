/** Checks the sizes of files that a tree adds or changes, before any is read. */
import { say } from '#messages/said.ts'
import { megabyte, type SizeLimits } from '#model/boundary-sizes.ts'
import type { Oid } from '#model/ids.ts'
import { objection, type Objection } from './audit.ts'
import { sizesIn } from './commits.ts'
import type { Control } from './control.ts'

export interface Sized {
  readonly base: Oid
  readonly sizes: SizeLimits
  readonly added: readonly { readonly path: string; readonly bytes: number }[]
}

/** A file that exceeds the limit in the base already is the user's own, and is left alone. */
export async function objectionsToSize(control: Control, { base, sizes, added }: Sized): Promise<readonly Objection[]> {
  const large = added.filter(({ bytes }) => bytes > sizes.fileBytes)
  const before = await sizesIn(
    control,
    base,
    large.map(({ path }) => path),
  )
  const isTheirs = (path: string): boolean => (before[path] ?? 0) > sizes.fileBytes
  const found = large.filter(({ path }) => !isTheirs(path))
  if (found.length > 0)
    return found.map(({ path, bytes }) =>
      objection(path, say('path.fileTooLarge', { size: inMegabytes(bytes), most: inMegabytes(sizes.fileBytes) })),
    )
  const all = added.reduce((sum, { path, bytes }) => sum + (isTheirs(path) ? 0 : bytes), 0)
  if (all <= sizes.changeBytes) return []
  const most = inMegabytes(sizes.changeBytes)
  return [{ path: '', text: say('path.changeTooLarge', { size: inMegabytes(all), most }) }]
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / megabyte)} MB`
}
