/**
 * Moves the user's checkout and index from one commit to another. Only for a landing, which only a human requests.
 *
 * 1. Nothing is written unless everything can be: conflicts are reported before.
 * 2. Only paths that differ between the two commits change, in the checkout and in the index.
 * 3. The user's hooks, filters and monitors do not run; if a filter would be needed, the landing was refused before.
 * 4. Called again after a crash it continues: files that were moved already are accepted.
 */
import { join } from 'node:path'
import { sound } from '#adapters/git/commits.ts'
import type { Control } from '#adapters/git/control.ts'
import { listTree } from '#adapters/git/listing.ts'
import { observing } from '#adapters/git/observe.ts'
import { git, type Place } from '#adapters/git/run.ts'
import type { TurnEnd } from '#engine/ports.ts'
import { raw, say, type Said } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import { conflictingChanges } from './conflicting-changes.ts'

export async function turnCheckout(control: Control, from: Oid, to: Oid): Promise<TurnEnd> {
  const { user, run } = control
  const occupied = await conflictingChanges(control, { from, to })
  if (occupied.own.length > 0) return { inTheWay: occupied.own }
  // The user's own index, with a git directory of Forge: what their configuration names does not run.
  return observing({ ...user, head: sound(from) }, async (seen) => {
    const place = { ...seen, indexFile: join(user.gitDir, 'index') }
    const refreshed = () => git(run, place, ['update-index', '-q', '--refresh'], { accept: [0, 1, 128] })
    const staged = await stage(control, place, { to, paths: occupied.done })
    if (staged !== undefined) return { refused: staged }
    await refreshed()
    const args = ['read-tree', '-m', '-u', '--no-recurse-submodules', sound(from), sound(to)]
    const { code, stderr } = await git(run, place, args, { accept: [0, 1, 128] })
    return code === 0 ? 'turned' : { refused: firstLineOf(stderr) }
  })
}

/** Files that the checkout has already are staged in their final form; git then leaves both alone. */
async function stage(
  control: Control,
  place: Place,
  { to, paths }: { readonly to: Oid; readonly paths: readonly string[] },
): Promise<Said | undefined> {
  if (paths.length === 0) return undefined
  const { entries } = await listTree(control.run, control.place, to)
  const known = new Map(entries.map((entry) => [entry.path, entry]))
  const lines = paths.map((path) => {
    const entry = known.get(path)
    return entry === undefined ? `0 ${'0'.repeat(to.length)}\t${path}\0` : `${entry.mode} ${entry.oid}\t${path}\0`
  })
  const call = { input: lines.join(''), accept: [0, 1, 128] }
  const { code, stderr } = await git(control.run, place, ['update-index', '-z', '--index-info'], call)
  return code === 0 ? undefined : firstLineOf(stderr)
}

function firstLineOf(stderr: string): Said {
  const [line = ''] = stderr.trim().split('\n', 1)
  return line === '' ? say('git.refused') : raw(line)
}
