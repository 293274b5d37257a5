/**
 * Landing: the user's checked-out branch goes forward to a commit that descends from where it is. Only when they ask.
 *
 * 1. Nothing is written unless everything may be: what stands in the way is told before.
 * 2. Only paths that differ between the two commits are touched, in the checkout and in the index.
 * 3. Their hooks, filters and monitors do not run; where a filter would be needed, it is refused.
 */
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Oid } from '#model/ids.ts'
import { firstLine } from './bytes.ts'
import { changedPaths, sound } from './commits.ts'
import type { Control } from './control.ts'
import { listTree } from './listing.ts'
import { observing } from './observe.ts'
import { git, type RunProgram } from './run.ts'

/** Paths of the user's that a landing would overwrite, sorted. */
export async function pathsInTheWay(control: Control, to: Oid): Promise<readonly string[]> {
  const { user } = control
  const changed = await changedPaths(control, user.head, to)
  const known = new Set((await listTree(control.run, control.place, user.head)).entries.map(({ path }) => path))
  const dirty = user.dirty.map(({ path }) => path).filter((path) => changed.some((one) => isSamePlace(one, path)))
  const hidden: string[] = []
  // Files that git ignores are not dirty, and would be lost all the same.
  for (const path of changed.filter((one) => !known.has(one))) {
    const found = await occupantOf(user.top, path)
    if (found !== undefined && !known.has(found)) hidden.push(found)
  }
  return [...new Set([...dirty, ...hidden])].toSorted()
}

/** The same path, or one inside the other. */
function isSamePlace(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

/** What is where a new file has to be: itself, or something on the way that is not a directory. */
async function occupantOf(top: string, path: string): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const found = await lstat(join(top, folder)).catch(() => undefined)
    if (found !== undefined && !found.isDirectory()) return folder
  }
  return (await lstat(join(top, path)).catch(() => undefined)) === undefined ? undefined : path
}

/** The commit that a branch of the user's is at. */
export async function branchTip(run: RunProgram, gitDir: string, branch: string): Promise<Oid | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/heads/${branch}^{commit}`]
  const { code, stdout } = await git(run, { gitDir }, args, { accept: [0, 1, 128] })
  return code === 0 ? sound(firstLine(stdout)) : undefined
}

/** What the user is in the middle of, by name. */
export async function unfinishedWork(control: Control): Promise<string | undefined> {
  for (const [file, what] of unfinished)
    if ((await lstat(join(control.user.gitDir, file)).catch(() => undefined)) !== undefined) return what
  return undefined
}

const unfinished = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['index.lock', 'another git command'],
] as const

export type Landed = 'landed' | { readonly refused: string }

/** `to` must be in the user's repository already and descend from their HEAD. */
export async function land(control: Control, to: Oid, reason: string): Promise<Landed> {
  const { user, run } = control
  const from = sound(user.head)
  // Their own index, in a git directory of ours: what their configuration names does not run.
  return observing(user, async (seen) => {
    const place = { ...seen, indexFile: join(user.gitDir, 'index') }
    const turn = (start: Oid, end: Oid) =>
      git(run, place, ['read-tree', '-m', '-u', '--no-recurse-submodules', start, end], { accept: [0, 1, 128] })
    await git(run, place, ['update-index', '-q', '--refresh'], { accept: [0, 1, 128] })
    const turned = await turn(from, sound(to))
    if (turned.code !== 0) return { refused: turned.stderr.trim().split('\n', 1)[0] ?? 'git refused' }
    if (await moveBranch(control, to, reason)) return 'landed'
    await turn(to, from)
    return { refused: `${user.branch ?? 'HEAD'} was moved by somebody else meanwhile` }
  })
}

/** HEAD's branch, by compare-and-swap, with an entry in both reflogs. */
async function moveBranch(control: Control, to: Oid, reason: string): Promise<boolean> {
  const { user, run, identity } = control
  const env = { GIT_COMMITTER_NAME: identity.name, GIT_COMMITTER_EMAIL: identity.email }
  const args = ['update-ref', '-m', reason, 'HEAD', to, user.head]
  const { code } = await git(run, { gitDir: user.gitDir }, args, { env, accept: [0, 1, 128] })
  return code === 0
}
