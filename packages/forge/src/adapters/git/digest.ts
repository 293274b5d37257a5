/** What of a user's repository must be the same before and after a run (I-27), each part by its own digest. */
import { createHash, type Hash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from './bytes.ts'
import { listCheckout, type Observed } from './observe.ts'
import { git, type RunProgram } from './run.ts'

export const digestParts = ['refs', 'head', 'index', 'config', 'hooks', 'stash', 'checkout'] as const
export type UserDigest = Readonly<Record<(typeof digestParts)[number], string>>

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

/** Names, kinds, rights and content; what is absent counts as absent. */
export async function digestFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) await addFile(hash, path)
  return hash.digest('hex')
}

async function addFile(hash: Hash, path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  hash.update(`${path}\0${found?.mode ?? 'absent'}\0`)
  if (found?.isSymbolicLink()) hash.update(await readlink(path))
  else if (found?.isFile()) hash.update(await readFile(path))
}

export async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => join(folder, name))
}
