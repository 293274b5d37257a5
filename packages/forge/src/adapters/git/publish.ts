/**
 * The published branch: a projection of a run into the user's repository, for them to look at and to land from.
 * It is moved by compare-and-swap and only forward from what Forge had put there; it is made again when deleted.
 * Nothing else of theirs is touched: not the checkout, the index, the configuration or another ref.
 */
import { join } from 'node:path'
import type { Oid, RunId } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import { isAncestor, sound } from './commits.ts'
import type { Control } from './control.ts'
import { insist } from './locks.ts'
import { packObjects, presentOf } from './objects.ts'
import { resolveRef, soundRef, zeroOf } from './refs.ts'
import { git, type Place } from './run.ts'

export type Published =
  | { readonly published: 'moved' | 'already'; readonly branch: string }
  | { readonly refused: PublishRefusal; readonly branch: string; readonly text: string }

/** `diverged`: it holds commits that are not Forge's. `checked-out`: moving it would change the user's checkout. */
export type PublishRefusal = 'diverged' | 'checked-out' | 'locked'

export async function publish(control: Control, run: RunId, commit: Oid): Promise<Published> {
  const user = { gitDir: control.user.commonDir }
  const branch = await branchFor(control, user, run)
  const ref = soundRef(`refs/heads/${branch}`)
  const there = await lookAt(control, user, ref)
  if (there.oid === commit) return { published: 'already', branch }
  if (there.isCheckedOut) return { refused: 'checked-out', branch, text: `switch away from ${branch} first` }
  if (there.oid !== undefined && !(await isForward(control, there.oid, commit)))
    return { refused: 'diverged', branch, text: `${branch} has commits that Forge did not make; rename or delete it` }
  const moved = await insist(async () => {
    await giveObjects(control, sound(commit))
    const args = ['update-ref', '--no-deref', '-m', 'forge: published', ref, commit, there.oid ?? zeroOf(commit)]
    const { code } = await git(control.run, user, args, { env: committer(control), accept: [0, 1, 128] })
    if (code === 0) return 'moved'
    return (await resolveRef(control.run, user, ref)) === there.oid ? undefined : 'diverged'
  })
  if (moved === 'moved') return { published: 'moved', branch }
  return moved === 'diverged'
    ? { refused: 'diverged', branch, text: `${branch} was moved by somebody else meanwhile` }
    : { refused: 'locked', branch, text: `another git holds a lock on ${branch}` }
}

/** `forge/<run>`, unless a branch called `forge` stands in its way. */
async function branchFor(control: Control, user: Place, run: RunId): Promise<string> {
  return (await resolveRef(control.run, user, 'refs/heads/forge')) === undefined ? `forge/${run}` : `forge-${run}`
}

async function lookAt(
  control: Control,
  user: Place,
  ref: string,
): Promise<{ oid: Oid | undefined; isCheckedOut: boolean }> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname) %(worktreepath)', ref]
  const { stdout } = await git(control.run, user, args)
  const line = textOf(stdout)
    .split('\n')
    .find((one) => one.split(' ')[1] === ref)
  return { oid: line?.split(' ')[0], isCheckedOut: (line?.split(' ').slice(2).join(' ') ?? '') !== '' }
}

async function isForward(control: Control, from: Oid, to: Oid): Promise<boolean> {
  const isKnown = (await presentOf(control.run, control.place, [from])).length > 0
  return isKnown && isAncestor(control, from, to)
}

/** What the commit needs and the user's refs do not reach, as one pack among their objects. */
export async function giveObjects(control: Control, commit: Oid): Promise<void> {
  const { run, place, user } = control
  const { stdout } = await git(run, { gitDir: user.commonDir }, ['for-each-ref', '--format=%(objectname)'])
  const theirs = textOf(stdout)
    .split('\n')
    .filter((line) => line !== '')
  const objects = join(user.commonDir, 'objects')
  const giving = { ...place, objects, borrowed: [join(place.gitDir, 'objects')] }
  await packObjects(run, giving, [commit], await presentOf(run, place, theirs))
}

function committer(control: Control): Record<string, string> {
  return { GIT_COMMITTER_NAME: control.identity.name, GIT_COMMITTER_EMAIL: control.identity.email }
}
