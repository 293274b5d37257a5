/** Reads the user's checkout for a landing, anew each time: the user may have changed anything meanwhile. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { firstLine } from '#adapters/git/bytes.ts'
import { sound } from '#adapters/git/commits.ts'
import type { Control } from '#adapters/git/control.ts'
import { git } from '#adapters/git/run.ts'
import { say, type Said } from '#messages/said.ts'
import type { CheckoutSight } from '#model/landing.ts'

export async function readCheckout(control: Control): Promise<CheckoutSight> {
  const { run, user } = control
  const place = { gitDir: user.gitDir }
  const head = await git(run, place, ['rev-parse', '--verify', 'HEAD^{commit}'])
  const symbolic = await git(run, place, ['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] })
  return {
    branch: symbolic.code === 0 ? firstLine(symbolic.stdout).replace(/^refs\/heads\//u, '') : undefined,
    head: sound(firstLine(head.stdout)),
    isSparse: user.settings.sparse !== undefined,
    filter: user.filters[0],
    unfinished: await unfinishedWork(control),
  }
}

async function unfinishedWork(control: Control): Promise<Said | undefined> {
  for (const [file, what] of unfinished)
    if ((await lstat(join(control.user.gitDir, file)).catch(() => undefined)) !== undefined) return what
  return undefined
}

const unfinished = [
  ['MERGE_HEAD', say('git.aMerge')],
  ['CHERRY_PICK_HEAD', say('git.aCherryPick')],
  ['REVERT_HEAD', say('git.aRevert')],
  ['rebase-merge', say('git.aRebase')],
  ['rebase-apply', say('git.aRebase')],
  ['index.lock', say('git.anotherCommand')],
] as const
