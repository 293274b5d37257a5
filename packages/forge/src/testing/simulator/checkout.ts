/** The user's checkout on the simulated machine: files, index, and the user's own changes in it. */
import { changedPaths, commitAt, filesAt, isAncestor, type Files, type Repository } from './git.ts'

export interface Checkout {
  readonly files: Map<string, string>
  readonly index: Map<string, string>
  /** The user's uncommitted changes, by path. */
  readonly own: Map<string, string>
  /** Commits whose objects are in the user's repository. */
  readonly objects: Set<string>
}

export function createCheckout(repository: Repository, base: string): Checkout {
  const files = filesAt(repository, base)
  return { files: new Map(files), index: new Map(files), own: new Map(), objects: new Set([base]) }
}

/** The user edits a file and does not commit it. */
export function editFile(checkout: Checkout, path: string, text: string): void {
  checkout.own.set(path, text)
  checkout.files.set(path, text)
}

/** Moves the user to another commit, with their own changes on top of it. */
export function showCommit(checkout: Checkout, repository: Repository, commit: string): void {
  const files = filesAt(repository, commit)
  checkout.objects.add(commit)
  for (const target of [checkout.files, checkout.index]) {
    target.clear()
    for (const [path, text] of files) target.set(path, text)
  }
  for (const [path, text] of checkout.own) checkout.files.set(path, text)
}

/** How the checkout differs from this commit with the user's own changes. */
export function differenceFrom(checkout: Checkout, files: Files): readonly string[] {
  const wanted = new Map([...files, ...checkout.own])
  return [
    ...changedPaths(checkout.files, wanted).map((path) => `${path} in the checkout`),
    ...changedPaths(checkout.index, files).map((path) => `${path} in the index`),
  ]
}

export interface Turn {
  readonly from: Files
  readonly to: Files
}

/** Paths that the turn changes and whose content is neither the one before nor the one after it. */
export function inTheWay({ files, index }: Checkout, { from, to }: Turn): string[] {
  const isEither = (text: string | undefined, path: string) => text === from.get(path) || text === to.get(path)
  return changedPaths(from, to).filter((path) => !isEither(files.get(path), path) || !isEither(index.get(path), path))
}

/** `torn`: half of the files, and nothing of the index. */
export function turn(checkout: Checkout, { from, to }: Turn, how: 'whole' | 'torn'): void {
  const paths = changedPaths(from, to)
  const turned = how === 'whole' ? paths : paths.slice(0, Math.ceil(paths.length / 2))
  for (const path of turned) {
    put(checkout.files, path, to.get(path))
    if (how === 'whole') put(checkout.index, path, to.get(path))
  }
}

function put(files: Map<string, string>, path: string, text: string | undefined): void {
  if (text === undefined) files.delete(path)
  else files.set(path, text)
}

/** Whether everything that the commit needs is in the user's repository. */
export function hasObjects({ objects }: Checkout, repository: Repository, commit: string): boolean {
  const isThere = (oid: string): boolean => [...objects].some((known) => isAncestor(repository, oid, known))
  return isThere(commit) && commitAt(repository, commit).parents.every(isThere)
}
