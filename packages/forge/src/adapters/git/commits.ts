/** Commits and trees of the control repository, without a checkout. Every object name is checked before git sees it. */
import { Oid } from '#model/ids.ts'
import { trailersIn } from '#model/trailers.ts'
import { objectionsTo } from './audit.ts'
import { fieldsOf, firstLine, nameOf, textOf } from './bytes.ts'
import type { Control } from './control.ts'
import { listTree, modes, readBlobs, type Listing } from './listing.ts'
import type { Links } from './links.ts'
import { GitFault } from './fault.ts'
import { presentOf } from './objects.ts'
import { git } from './run.ts'

export type Merged = { readonly tree: Oid } | { readonly conflicts: readonly string[] }

/** Three-way merge. Two clean sides whose union may not be committed (I-30) conflict too. */
export async function mergeTree(control: Control, ours: Oid, theirs: Oid): Promise<Merged> {
  const flags = ['--write-tree', '--name-only', '-z', '--no-messages', '--allow-unrelated-histories']
  const args = ['merge-tree', ...flags, sound(ours), sound(theirs)]
  const { code, stdout } = await git(control.run, control.place, args, { accept: [0, 1] })
  const [tree = '', ...names] = fieldsOf(stdout).map((field) => pathOfBytes(field))
  const conflicts = [...new Set(names.filter((name) => name !== ''))].toSorted()
  return code === 0 ? auditMerge(control, sound(tree), [ours, theirs]) : { conflicts }
}

async function auditMerge(control: Control, tree: Oid, sides: readonly Oid[]): Promise<Merged> {
  const listing = await listTree(control.run, control.place, tree)
  const before = await Promise.all(sides.map((side) => listTree(control.run, control.place, side)))
  const objections = objectionsTo({ listing, links: await linksOf(control, listing) }, before)
  return objections.length === 0 ? { tree } : { conflicts: [...new Set(objections.map(({ path }) => path))].toSorted() }
}

/** The targets of all links in a listing. */
export async function linksOf(control: Control, { entries }: Listing): Promise<Links> {
  const links = entries.filter(({ mode }) => mode === modes.link)
  const blobs = await readBlobs(
    control.run,
    control.place,
    links.map(({ oid }) => oid),
  )
  return new Map(links.map(({ path, oid }) => [path, textOf(blobs.get(oid) ?? new Uint8Array())]))
}

export interface NewCommit {
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly message: string
  readonly at: number
}

export async function commitTree(control: Control, commit: NewCommit): Promise<Oid> {
  const { name, email } = control.identity
  const date = `@${Math.floor(commit.at / 1000)} +0000`
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  }
  const parents = [...new Set(commit.parents)].flatMap((parent) => ['-p', sound(parent)])
  const args = ['commit-tree', '--no-gpg-sign', ...parents, '-F', '-', sound(commit.tree)]
  const { stdout } = await git(control.run, control.place, args, { env, input: commit.message })
  return known(control, sound(firstLine(stdout)), commit.tree)
}

/** Trees of the last commits made or read: a commit never changes, and a run reads the same few again and again. */
const recentTrees = new Map<string, Oid>()
const mostRecent = 256

export async function treeOf(control: Control, commit: Oid): Promise<Oid> {
  const recent = recentTrees.get(nameIn(control, commit))
  if (recent !== undefined) return recent
  const { stdout } = await git(control.run, control.place, ['rev-parse', '--verify', `${sound(commit)}^{tree}`])
  const tree = sound(firstLine(stdout))
  known(control, commit, tree)
  return tree
}

/** The same commit, cached with its tree. */
function known(control: Control, commit: Oid, tree: Oid): Oid {
  const [oldest] = recentTrees.keys()
  if (recentTrees.size >= mostRecent && oldest !== undefined) recentTrees.delete(oldest)
  recentTrees.set(nameIn(control, commit), tree)
  return commit
}

function nameIn({ place }: Control, commit: Oid): string {
  return `${place.gitDir} ${commit}`
}

/** The first parent and the message of a commit. */
export async function readCommit(
  control: Control,
  commit: Oid,
): Promise<{ readonly parent: Oid | undefined; readonly message: string }> {
  const { stdout } = await git(control.run, control.place, ['cat-file', 'commit', sound(commit)])
  const text = textOf(stdout)
  const end = text.indexOf('\n\n')
  const parent = /^parent ([0-9a-f]+)$/mu.exec(text.slice(0, end))?.[1]
  return { parent: parent === undefined ? undefined : sound(parent), message: text.slice(end + 2) }
}

export async function changedPaths(control: Control, from: Oid, to: Oid): Promise<readonly string[]> {
  const flags = [
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=none',
  ]
  const { stdout } = await git(control.run, control.place, ['diff-tree', ...flags, sound(from), sound(to)])
  return fieldsOf(stdout)
    .map((field) => pathOfBytes(field))
    .toSorted()
}

export async function sizesIn(
  control: Control,
  tree: Oid,
  paths: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const { entries } = await listTree(control.run, control.place, sound(tree))
  const wanted = new Set(paths)
  const files = entries.filter(({ path, mode }) => wanted.has(path) && mode.startsWith('100'))
  if (files.length === 0) return {}
  const input = files.map(({ oid }) => `${oid}\n`).join('')
  const { stdout } = await git(control.run, control.place, ['cat-file', '--batch-check=%(objectsize)'], { input })
  const sizes = textOf(stdout).split('\n')
  return Object.fromEntries(files.map(({ path }, index) => [path, Number(sizes[index])]))
}

/** A commit that is not in the repository is no ancestor. */
export async function isAncestor(control: Control, ancestor: Oid, of: Oid): Promise<boolean> {
  const { run, place } = control
  const args = ['merge-base', '--is-ancestor', sound(ancestor), sound(of)]
  const answer = await git(run, place, args, { accept: [0, 1, 128] })
  if (answer.code === 128 && (await presentOf(run, place, [ancestor, of])).length === 2)
    throw new GitFault(args, answer)
  return answer.code === 0
}

export async function findTrailer(control: Control, from: Oid, until: Oid, trailer: string): Promise<Oid | undefined> {
  const flags = ['-z', '--topo-order', '--no-color', '--no-show-signature', '--format=%H%n%B', '--fixed-strings']
  const args = ['log', '--ignore-missing', ...flags, `--grep=${trailer}`, sound(from), `^${sound(until)}`, '--']
  const { stdout } = await git(control.run, control.place, args)
  for (const field of fieldsOf(stdout)) {
    const [oid = '', ...lines] = textOf(field).split('\n')
    if (trailersIn(lines.join('\n')).includes(trailer)) return sound(oid)
  }
  return undefined
}

/** Forge never adds a name that is not UTF-8; one of the user's is refused before a run starts. */
function pathOfBytes(bytes: Uint8Array): string {
  const path = nameOf(bytes)
  if (path === undefined) throw new Error('a path is not UTF-8')
  return path
}

/** A full object name: neither an option nor an expression. */
export function sound(oid: string): Oid {
  return Oid.parse(oid)
}
