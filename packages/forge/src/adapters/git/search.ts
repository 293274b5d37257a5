/**
 * Finds a text in commits that only Forge's refs reach. The text never leaves this process: git gets only object names.
 */
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import type { Place } from './place.ts'
import { git, type RunProgram } from './run.ts'

export interface FoundCommit {
  readonly ref: string
  readonly commit: Oid
  /** Files of that commit that contain it; empty if its message does. */
  readonly paths: readonly string[]
}

export interface SearchRequest {
  readonly run: RunProgram
  readonly place: Place
  /** Prefixes of refs, such as `refs/forge/`. */
  readonly under: readonly string[]
  readonly holds: (bytes: Uint8Array) => boolean
}

/**
 * Commits that add it, oldest first, each with one ref that reaches it. Commits of the user's own branches are skipped.
 */
export async function searchRefs({ run, place, under, holds }: SearchRequest): Promise<readonly FoundCommit[]> {
  const all = await refsOf(run, place)
  const own = all.filter(({ name }) => under.some((prefix) => name.startsWith(prefix)))
  const foreign = all.filter(({ name }) => !under.some((prefix) => name.startsWith(prefix)))
  if (own.length === 0) return []
  const bounds = [...own.map(({ oid }) => oid), ...foreign.map(({ oid }) => `^${oid}`)]
  const commits = await linesOf(run, place, ['rev-list', '--reverse', '--stdin'], bounds)
  const found: FoundCommit[] = []
  for (const commit of commits) {
    const paths = await pathsIn({ run, place, holds }, commit)
    const isInMessage = holds((await git(run, place, ['cat-file', 'commit', commit])).stdout)
    if (paths.length === 0 && !isInMessage) continue
    found.push({ ref: await reaching(run, place, { commit, own }), commit, paths })
  }
  return found
}

interface Ref {
  readonly oid: string
  readonly name: string
}

async function refsOf(run: RunProgram, place: Place): Promise<readonly Ref[]> {
  const lines = await linesOf(run, place, ['for-each-ref', '--format=%(objectname) %(refname)'])
  return lines.map((line) => ({ oid: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))
}

async function linesOf(
  run: RunProgram,
  place: Place,
  args: readonly string[],
  input: readonly string[] = [],
): Promise<readonly string[]> {
  const call = input.length === 0 ? {} : { input: `${input.join('\n')}\n` }
  const { stdout } = await git(run, place, args, call)
  return textOf(stdout)
    .split('\n')
    .filter((line) => line !== '')
}

/** Files that the commit adds or changes and that contain it. */
async function pathsIn(
  { run, place, holds }: Omit<SearchRequest, 'under'>,
  commit: string,
): Promise<readonly string[]> {
  const args = ['diff-tree', '-r', '-m', '--root', '--no-commit-id', '--no-renames', '-z', commit]
  const parts = textOf((await git(run, place, args)).stdout).split('\0')
  const paths = new Set<string>()
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, , , oid = '', status = ''] = (parts[index] ?? '').split(' ')
    const [mode = ''] = (parts[index] ?? '').split(' ').slice(1)
    if (status.startsWith('D') || mode === '160000') continue
    const { stdout, code } = await git(run, place, ['cat-file', 'blob', oid], { accept: [0, 128] })
    if (code === 0 && holds(stdout)) paths.add(parts[index + 1] ?? '')
  }
  return [...paths]
}

async function reaching(
  run: RunProgram,
  place: Place,
  { commit, own }: { readonly commit: string; readonly own: readonly Ref[] },
): Promise<string> {
  const names = new Set(await linesOf(run, place, ['for-each-ref', '--format=%(refname)', `--contains=${commit}`]))
  return own.find(({ name }) => names.has(name))?.name ?? ''
}
