/** What of a user's repository must be the same before and after a run (I-27), each part by its own digest. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fieldsOf, shownName, textOf } from '#adapters/git/bytes.ts'
import { digestFiles, filesBelow } from '#adapters/git/digest.ts'
import type { RunProgram } from '#adapters/git/index.ts'
import { observing, type Observed } from '#adapters/git/observe.ts'
import { git } from '#adapters/git/run.ts'

const digestParts = ['refs', 'head', 'index', 'config', 'hooks', 'stash', 'checkout'] as const
type UserDigest = Readonly<Record<(typeof digestParts)[number], string>>

/** Reads only. Branches that Forge publishes are left out; ignored files of the checkout too. */
export async function digestOfUser(run: RunProgram, user: Observed): Promise<UserDigest> {
  const { gitDir, commonDir } = user
  const configs = ['config', 'config.worktree', 'info/exclude', 'info/attributes', 'info/sparse-checkout']
  return {
    refs: await digestRefs(run, commonDir),
    head: await digestFiles([join(gitDir, 'HEAD')]),
    index: await digestFiles([join(gitDir, 'index')]),
    config: await digestFiles([...configs.map((name) => join(commonDir, name)), join(gitDir, 'config.worktree')]),
    hooks: await digestFiles(await filesBelow(join(commonDir, 'hooks'))),
    stash: await digestFiles([join(commonDir, 'logs', 'refs', 'stash')]),
    checkout: await digestFiles((await listCheckout(run, user)).map((path) => join(user.top, path))),
  }
}

/** Names of the parts that differ. */
export function differingParts(one: UserDigest, two: UserDigest): readonly (keyof UserDigest)[] {
  return digestParts.filter((part) => one[part] !== two[part])
}

async function digestRefs(run: RunProgram, commonDir: string): Promise<string> {
  const args = ['for-each-ref', '--format=%(objectname) %(symref) %(refname)']
  const { stdout } = await git(run, { gitDir: commonDir }, args)
  const lines = textOf(stdout).split('\n')
  const others = lines.filter((line) => !/ refs\/heads\/forge(?:\/|-[a-z0-9-]+$)/u.test(line))
  return createHash('sha256').update(others.join('\n')).digest('hex')
}

/** All files of the checkout that are not ignored, sorted. */
async function listCheckout(run: RunProgram, seen: Observed): Promise<readonly string[]> {
  return observing(seen, async (place) => {
    const { stdout } = await git(run, place, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    return [...new Set(fieldsOf(stdout).map((field) => shownName(field)))].toSorted()
  })
}
