/** What an agent could have changed in the user's repository, read from outside without a trace, before and after. */
import { createHash } from 'node:crypto'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserSnapshot } from '#model/user-snapshot.ts'
import { textOf } from './bytes.ts'
import { digestFiles, filesBelow } from './digest.ts'
import { readDirty, type Observed } from './observe.ts'
import { git, type RunProgram } from './run.ts'

export async function readUserSnapshot(run: RunProgram, user: Observed): Promise<UserSnapshot> {
  return {
    rules: await digestRules(user),
    hooks: await digestFiles(await filesBelow(join(user.commonDir, 'hooks'))),
    refs: await seeRefs(run, user),
    files: await seeFiles(run, user),
  }
}

async function digestRules({ commonDir, gitDir }: Observed): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [join(commonDir, 'config'), join(gitDir, 'config.worktree')])
    hash.update(`${withoutBranches(await readFile(path, 'utf8').catch(() => ''))}\0`)
  const info = ['exclude', 'attributes', 'sparse-checkout'].map((name) => join(commonDir, 'info', name))
  return hash.update(await digestFiles(info)).digest('hex')
}

/** `git push -u` and `git switch -c` add such sections by themselves. */
function withoutBranches(config: string): string {
  return config.replaceAll(/^\[branch "[^\n]*\n(?:[ \t][^\n]*\n)*/gmu, '')
}

async function seeRefs(run: RunProgram, { commonDir, gitDir }: Observed): Promise<UserSnapshot['refs']> {
  const { stdout } = await git(run, { gitDir: commonDir }, ['for-each-ref', '--format=%(objectname) %(refname)'])
  const lines = textOf(stdout).split('\n').filter(Boolean)
  const seen = new Map<string, UserSnapshot['refs'] extends ReadonlyMap<string, infer Ref> ? Ref : never>()
  for (const line of lines) {
    const name = line.slice(line.indexOf(' ') + 1)
    if (/^refs\/(?:remotes\/|heads\/forge(?:\/|-[a-z0-9-]+$))/u.test(name)) continue
    seen.set(name, { at: line.slice(0, line.indexOf(' ')), by: await moverOf(join(commonDir, 'logs', name)) })
  }
  const at = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '')
  return seen.set('HEAD', { at, by: await moverOf(join(gitDir, 'logs', 'HEAD')) })
}

/** `Name <email>` of the last reflog line: `<old> <new> <who> <when> <zone>\t<what>`. */
async function moverOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return /^[0-9a-f]+ [0-9a-f]+ (.*>) \d+ [-+]\d+(?:\t|$)/u.exec(text.trimEnd().split('\n').at(-1) ?? '')?.[1]
}

async function seeFiles(run: RunProgram, user: Observed): Promise<UserSnapshot['files']> {
  const seen = new Map<string, string>()
  for (const { path, state } of await readDirty(run, user))
    seen.set(path, `${state} ${(await contentDigest(join(user.top, path))) ?? 'absent'}`)
  return seen
}

/** A digest of the content of a file or link; undefined when it is unreadable. */
export async function contentDigest(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path)
    const content = found.isSymbolicLink() ? await readlink(path) : await readFile(path)
    return createHash('sha256').update(content).digest('hex')
  } catch {
    return undefined
  }
}
