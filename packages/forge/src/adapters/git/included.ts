/**
 * `.worktreeinclude`: files that git ignores but a tree needs (a local environment file, say). Patterns as in
 * `.gitignore`; only files that match AND are ignored are copied, so no tracked file is ever overwritten.
 */
import { constants, copyFile, lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf, shownName } from './bytes.ts'
import { observing, type Observed } from './observe.ts'
import { git, type RunProgram } from './run.ts'

export const includeFile = '.worktreeinclude'

/** Ignored files of the user's checkout that match its `.worktreeinclude`, sorted; none without that file. */
export async function listIncluded(run: RunProgram, seen: Observed): Promise<readonly string[]> {
  const file = join(seen.top, includeFile)
  const found = await lstat(file).catch(() => undefined)
  if (found?.isFile() !== true) return []
  return observing(seen, async (place) => {
    const args = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${file}`]
    const named = fieldsOf((await git(run, place, args)).stdout).map((field) => shownName(field))
    if (named.length === 0) return []
    // A match counts only if git ignores it too; git is asked about the matching folders only, not the whole checkout.
    const folders = [...new Set(named.map((path) => path.split('/')[0] ?? path))]
    const standard = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...folders]
    const isIgnored = new Set(fieldsOf((await git(run, place, standard)).stdout).map((field) => shownName(field)))
    return named.filter((path) => isIgnored.has(path)).toSorted()
  })
}

/** Copies them into a tree; existing files stay, links are not followed. */
export async function copyIncluded(seen: Pick<Observed, 'top'>, paths: readonly string[], tree: string): Promise<void> {
  for (const path of paths) {
    const from = join(seen.top, path)
    const to = join(tree, path)
    const isPlain = (await lstat(from).catch(() => undefined))?.isFile() === true
    const isThere = (await lstat(to).catch(() => undefined)) !== undefined
    if (!isPlain || isThere) continue
    await mkdir(dirname(to), { recursive: true })
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}
