/** The files that detection looks at: what git does not ignore in the checkout, and which of it a fresh clone has. */
import { join } from 'node:path'
import { isThere as isPresent } from '#adapters/files/plain.ts'
import { listCheckout, listTracked } from '#adapters/git/index.ts'
import { gitProgram } from './git-program.ts'
import type { Refusal } from '#forge/refusal.ts'
import { success, type Result } from '#model/result.ts'
import type { Place } from './place.ts'
import type { Repository } from './places.ts'
import { listProject } from './project-files.ts'
import { readUser } from '#forge/world/world.ts'

export interface KnownFiles {
  readonly paths: readonly string[]
  isTracked(path: string): boolean
  /** Whether it lies in the checkout, though git may ignore it. */
  isThere(path: string): boolean
}

export interface FileKnowledge {
  /** What git does not ignore, and which of it it tracks. */
  knownFiles(): Promise<Result<KnownFiles, Refusal>>
}

export function fileKnowledgeOf({ repository }: Pick<Place, 'repository'>): FileKnowledge {
  return {
    async knownFiles() {
      const found = repository()
      return found.ok ? success(await knownFiles(found.value)) : found
    },
  }
}

/** Where git cannot tell, before the first commit for example, all that lies there counts. */
async function knownFiles(repository: Repository): Promise<KnownFiles> {
  const isThere = (path: string): boolean => isPresent(join(repository.root, path))
  const user = await readUser(repository)
  if (!user.ok) return { paths: listProject(repository.root), isTracked: () => true, isThere }
  const [paths, tracked] = [await listCheckout(gitProgram, user.value), await listTracked(gitProgram, user.value)]
  const isIn = new Set(tracked)
  return { paths, isTracked: (path) => isIn.has(path), isThere }
}
