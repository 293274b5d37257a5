/**
 * The commit hooks of the user's repository, run on a tree before its commit, if the user allowed them.
 *
 * 1. Only files in the user's own hooks directory run; files of a tree with the same name are never read (S0-35).
 * 2. They run as checks do: in the tree, in the same sandbox, and ended with everything that they started.
 * 3. As in git, a file that is not executable is no hook, and the first failure ends the series.
 */
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { render } from '#messages/render.ts'
import { say, several, truncated, withTexts, type Said } from '#messages/said.ts'
import type { CheckCommand, CheckResult } from '#model/evidence.ts'
import { hooksName } from '#model/evidence.ts'
import { hashText } from '#model/digest.ts'

/** The hooks that can refuse a commit, in git's order, with git's arguments. */
const hooks: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'pre-commit', args: [] },
  { name: 'commit-msg', args: ['.git/COMMIT_EDITMSG'] },
]

export interface Hook {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
}

export async function hooksIn(directory: string): Promise<readonly Hook[]> {
  const found: Hook[] = []
  for (const { name, args } of hooks) {
    const file = join(directory, name)
    const isFile = (await stat(file).catch(() => undefined))?.isFile() ?? false
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isFile && isExecutable) found.push({ name, file, args })
  }
  return found
}

export type RunHook = (hook: Hook, as: CheckCommand) => Promise<CheckResult | 'disk'>

/** All of them as one result, which lists what ran. */
export async function runHooks(found: readonly Hook[], run: RunHook): Promise<CheckResult | 'disk'> {
  const ran: { readonly hook: string; readonly result: CheckResult }[] = []
  for (const hook of found) {
    const result = await run(hook, { name: hooksName, run: hook.file, cwd: '.', timeoutMs: 600_000 })
    if (result === 'disk') return 'disk'
    ran.push({ hook: hook.name, result })
    if (result.exitCode !== 0) break
  }
  const last = ran.at(-1)?.result
  const words = ran.flatMap(({ hook, result }) => [ending(hook, result), ...printed(result)])
  const excerpt = words.length === 0 ? say('check.noCommitHooks') : truncated(several(words, '\n'), 12_000)
  return {
    name: hooksName,
    exitCode: last === undefined ? 0 : last.exitCode,
    timedOut: last?.timedOut ?? false,
    durationMs: ran.reduce((sum, { result }) => sum + result.durationMs, 0),
    outputHash: hashText(render(excerpt, 'en')),
    excerpt,
  }
}

function ending(hook: string, { exitCode, timedOut }: CheckResult): Said {
  if (timedOut) return say('check.hookDidNotEndInTime', { hook })
  if (exitCode === 0) return say('check.hookPassed', { hook })
  return say('check.hookFailed', { hook, code: exitCode ?? say('program.aSignal') })
}

function printed({ excerpt }: CheckResult): readonly Said[] {
  const text = withTexts(excerpt, (one) => one.trimEnd())
  return render(text, 'en') === '' ? [] : [text]
}
