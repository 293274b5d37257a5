/** Simulated git primitives: objects by content, refs with compare-and-swap, three-way merge at file level. */
import { trailersIn } from '#model/trailers.ts'
import { fakeOid } from './random.ts'

export type Files = ReadonlyMap<string, string>

export interface Commit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
}

export interface Repository {
  readonly trees: Map<string, Files>
  readonly commits: Map<string, Commit>
  readonly refs: Map<string, string>
}

export function createRepository(): Repository {
  return { trees: new Map(), commits: new Map(), refs: new Map() }
}

export function writeTree(repository: Repository, files: Files): string {
  const paths = [...files.keys()].toSorted()
  const oid = fakeOid(paths.map((path) => `${path}\0${files.get(path) ?? ''}`).join('\n'))
  if (!repository.trees.has(oid)) repository.trees.set(oid, new Map(files))
  return oid
}

export function writeCommit(repository: Repository, commit: Commit & { at: number }): string {
  const { tree, parents, message, at } = commit
  const oid = fakeOid(JSON.stringify([tree, parents, message, at]))
  if (!repository.commits.has(oid)) repository.commits.set(oid, { tree, parents, message })
  return oid
}

export function commitAt(repository: Repository, oid: string): Commit {
  const commit = repository.commits.get(oid)
  if (commit === undefined) throw new Error(`no commit ${oid}`)
  return commit
}

export function filesAt(repository: Repository, commit: string): Files {
  return filesOf(repository, commitAt(repository, commit).tree)
}

export function filesOf(repository: Repository, tree: string): Files {
  const files = repository.trees.get(tree)
  if (files === undefined) throw new Error(`no tree ${tree}`)
  return files
}

/** The commit and everything before it, newest first. */
export function history(repository: Repository, from: string): readonly string[] {
  const seen = new Set<string>()
  const queue = [from]
  for (let oid = queue.shift(); oid !== undefined; oid = queue.shift()) {
    if (seen.has(oid)) continue
    seen.add(oid)
    queue.push(...commitAt(repository, oid).parents)
  }
  return [...seen]
}

export function isAncestor(repository: Repository, ancestor: string, of: string): boolean {
  return ancestor === of || history(repository, of).includes(ancestor)
}

export function addedLines(from: Files, to: Files): { path: string; line: number; text: string }[] {
  return changedPaths(from, to).flatMap((path) => {
    const known = new Set((from.get(path) ?? '').split('\n'))
    const lines = (to.get(path) ?? '').split('\n').map((text, index) => ({ path, line: index + 1, text }))
    return lines.filter(({ text }) => text !== '' && !known.has(text))
  })
}

export function sizesIn(files: Files, paths: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const text = files.get(path)
      return text === undefined ? [] : [[path, Buffer.byteLength(text)] as const]
    }),
  )
}

export function textsIn(files: Files, paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const text = files.get(path)
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

export function changedPaths(from: Files, to: Files): string[] {
  const paths = new Set([...from.keys(), ...to.keys()])
  return [...paths].filter((path) => from.get(path) !== to.get(path)).toSorted()
}

export function findTrailer(repository: Repository, from: string, until: string, trailer: string): string | undefined {
  const old = repository.commits.has(until) ? new Set(history(repository, until)) : new Set<string>()
  return history(repository, from).find(
    (oid) => !old.has(oid) && trailersIn(commitAt(repository, oid).message).includes(trailer),
  )
}

/** The newest common ancestor: enough for histories in which merges are made one after another. */
function mergeBase(repository: Repository, ours: string, theirs: string): string | undefined {
  const own = new Set(history(repository, ours))
  const common = history(repository, theirs).filter((oid) => own.has(oid))
  return common.find((oid) => !common.some((other) => other !== oid && isAncestor(repository, oid, other)))
}

export function mergeTree(
  repository: Repository,
  ours: string,
  theirs: string,
): { tree: string } | { conflicts: string[] } {
  const base = mergeBase(repository, ours, theirs)
  const before: Files = base === undefined ? new Map() : filesAt(repository, base)
  const own = filesAt(repository, ours)
  const other = filesAt(repository, theirs)
  const merged = new Map(own)
  const conflicts: string[] = []
  for (const path of changedPaths(before, other)) {
    const isOwnChange = own.get(path) !== before.get(path) && own.get(path) !== other.get(path)
    if (isOwnChange) conflicts.push(path)
    else if (other.has(path)) merged.set(path, other.get(path) as string)
    else merged.delete(path)
  }
  return conflicts.length > 0 ? { conflicts } : { tree: writeTree(repository, merged) }
}
