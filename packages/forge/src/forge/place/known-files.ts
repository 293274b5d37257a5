/** The files that detection looks at: what git does not ignore in the checkout, and which of it a fresh clone has. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listCheckout, listTracked } from '#adapters/git/index.ts'
import { gitProgram } from './git-program.ts'
import type { Repository } from './places.ts'
import { listProject } from './project-files.ts'
import { readUser } from '#forge/world/world.ts'

export interface KnownFiles {
  readonly paths: readonly string[]
  isTracked(path: string): boolean
  /** Whether it lies in the checkout, though git may ignore it. */
  isThere(path: string): boolean
}

/** Where git cannot tell, before the first commit for example, all that lies there counts. */
export async function knownFiles(repository: Repository): Promise<KnownFiles> {
  const isThere = (path: string): boolean => existsSync(join(repository.root, path))
  const user = await readUser(repository)
  if (!user.ok) return { paths: listProject(repository.root), isTracked: () => true, isThere }
  const [paths, tracked] = [await listCheckout(gitProgram, user.value), await listTracked(gitProgram, user.value)]
  const isIn = new Set(tracked)
  return { paths, isTracked: (path) => isIn.has(path), isThere }
}
