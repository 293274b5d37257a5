/**
 * Branches of the user's repository: reads them, moves them by compare-and-swap, and adds the objects that they need.
 */
import { join } from 'node:path'
import { textOf } from '#adapters/git/bytes.ts'
import { sound } from '#adapters/git/commits.ts'
import type { Control } from '#adapters/git/control.ts'
import { insist, lockIn } from '#adapters/git/locks.ts'
import { packObjects, presentOf } from '#adapters/git/objects.ts'
import { resolveRef, soundRef, zeroOf } from '#adapters/git/refs.ts'
import { git } from '#adapters/git/run.ts'
import type { BranchMove, BranchSight, LockedFile } from '#engine/ports.ts'
import type { Oid } from '#model/ids.ts'

export async function readBranch({ run, user }: Control, branch: string): Promise<BranchSight> {
  const ref = refOf(branch)
  const args = ['for-each-ref', '--format=%(objectname) %(refname) %(worktreepath)', ref]
  const { stdout } = await git(run, { gitDir: user.commonDir }, args)
  const line = textOf(stdout)
    .split('\n')
    .find((one) => one.split(' ')[1] === ref)
  return { at: line?.split(' ')[0], isCheckedOut: (line?.split(' ').slice(2).join(' ') ?? '') !== '' }
}

/** A commit that is not in the repository is on no branch of it. */
export async function hasCommit({ run, user }: Control, branch: string, commit: Oid): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', sound(commit), refOf(branch)]
  const { code } = await git(run, { gitDir: user.commonDir }, args, { accept: [0, 1, 128] })
  return code === 0
}

/** If HEAD is on that branch, git also adds an entry to HEAD's reflog. */
export async function moveBranch(control: Control, move: BranchMove): Promise<'moved' | 'elsewhere' | LockedFile> {
  const { run, identity } = control
  const user = { gitDir: control.user.gitDir }
  const { next, old, reason } = move
  const ref = refOf(move.branch)
  const env = { GIT_COMMITTER_NAME: identity.name, GIT_COMMITTER_EMAIL: identity.email }
  let locked = `${ref}.lock`
  const moved = await insist(async () => {
    const args = ['update-ref', '--no-deref', '-m', reason, ref, sound(next), old ?? zeroOf(next)]
    const { code, stderr } = await git(run, user, args, { env, accept: [0, 1, 128] })
    if (code === 0) return 'moved'
    locked = lockIn(stderr) ?? locked
    return (await resolveRef(run, user, ref)) === old ? undefined : 'elsewhere'
  })
  return moved ?? { locked }
}

/** Adds, as one pack, the objects that the commit needs and the user's refs do not reach. */
export async function bringObjects(control: Control, commit: Oid): Promise<void> {
  const { run, place, user } = control
  const { stdout } = await git(run, { gitDir: user.commonDir }, ['for-each-ref', '--format=%(objectname)'])
  const theirs = textOf(stdout)
    .split('\n')
    .filter((line) => line !== '')
  const objects = join(user.commonDir, 'objects')
  const giving = { ...place, objects, borrowed: [join(place.gitDir, 'objects')] }
  await packObjects(run, giving, [sound(commit)], await presentOf(run, place, theirs))
}

function refOf(branch: string): string {
  return soundRef(`refs/heads/${branch}`)
}
