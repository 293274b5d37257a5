/**
 * Files of the user's checkout at paths that a landing changes. A file that is already as the landing would leave it is
 * no conflict: nothing would be lost, and a killed landing leaves such files itself.
 */
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf, shownName } from '#adapters/git/bytes.ts'
import { changedPaths, sound } from '#adapters/git/commits.ts'
import type { Control } from '#adapters/git/control.ts'
import { listTree } from '#adapters/git/listing.ts'
import { observing, readDirty, type Observed } from '#adapters/git/observe.ts'
import { git, type Place } from '#adapters/git/run.ts'
import type { Oid } from '#model/ids.ts'

export interface Turn {
  readonly from: Oid
  readonly to: Oid
}

export interface Occupied {
  /** The user's own changes, which would be lost. Sorted. */
  readonly own: readonly string[]
  /** Files that are already in their final form. */
  readonly done: readonly string[]
}

export async function conflictingChanges(control: Control, turn: Turn): Promise<Occupied> {
  const seen: Observed = { ...control.user, head: sound(turn.from) }
  const changed = await changedPaths(control, turn.from, turn.to)
  const known = new Set((await listTree(control.run, control.place, turn.from)).entries.map(({ path }) => path))
  const dirty = (await readDirty(control.run, seen)).map(({ path }) => path)
  const found = dirty.filter((path) => changed.some((one) => isSamePlace(one, path)))
  // Ignored files are not dirty in git's sense, but would be lost too.
  for (const path of changed.filter((one) => !known.has(one))) {
    const occupant = await occupantOf(seen.top, path)
    if (occupant !== undefined && !known.has(occupant)) found.push(occupant)
  }
  const occupied = [...new Set(found)].toSorted()
  const whole = new Set(changed)
  const done = await alreadyDone(
    control,
    { seen, ...turn },
    occupied.filter((path) => whole.has(path)),
  )
  return { own: occupied.filter((path) => !done.has(path)), done: [...done].toSorted() }
}

/** The same path, or one inside the other. */
function isSamePlace(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

/** The file at the path of a new one: itself, or something on the way that is not a directory. */
async function occupantOf(top: string, path: string): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const found = await lstat(join(top, folder)).catch(() => undefined)
    if (found !== undefined && !found.isDirectory()) return folder
  }
  return (await lstat(join(top, path)).catch(() => undefined)) === undefined ? undefined : path
}

/** Which of these paths have the content of `to` in the checkout, and that of either side in the index. */
async function alreadyDone(
  control: Control,
  { seen, from, to }: Turn & { readonly seen: Observed },
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const objects = join(control.place.gitDir, 'objects')
  return observing(seen, async (copy) => {
    const place: Place = { ...copy, borrowed: [...(copy.borrowed ?? []), objects] }
    const staged = async (commit: Oid): Promise<ReadonlySet<string>> =>
      namesFrom(control, place, [
        'diff-index',
        '--cached',
        '--name-only',
        '-z',
        '--ignore-submodules=all',
        commit,
        '--',
      ])
    const [asFrom, asTo] = [await staged(from), await staged(to)]
    const landed: Place = { ...place, indexFile: join(copy.gitDir, 'landed-index') }
    await git(control.run, landed, ['read-tree', sound(to)])
    const differs = await namesFrom(control, landed, ['diff', '--name-only', '-z', '--no-renames', ...plain, '--'])
    const tracked = new Set((await listTree(control.run, control.place, to)).entries.map(({ path }) => path))
    const done = new Set<string>()
    for (const path of paths) {
      const isStagedOtherwise = asFrom.has(path) && asTo.has(path)
      const isAsLanded = tracked.has(path) ? !differs.has(path) : await isAbsent(join(seen.top, path))
      if (isAsLanded && !isStagedOtherwise) done.add(path)
    }
    return done
  })
}

const plain = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all']

async function namesFrom(control: Control, place: Place, args: readonly string[]): Promise<ReadonlySet<string>> {
  const { stdout } = await git(control.run, place, args)
  return new Set(fieldsOf(stdout).map((field) => shownName(field)))
}

async function isAbsent(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) === undefined
}
