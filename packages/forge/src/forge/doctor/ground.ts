/** Everything that a caller must know before work starts, in one call: where, with which settings, on what. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isThere, readBytes } from '#adapters/files/plain.ts'
import type { Config } from '#config/load.ts'
import { defined } from '#model/defined.ts'
import { hashOf } from '#model/digest.ts'
import { success, type Result } from '#model/result.ts'
import type { Place } from '#forge/place/place.ts'
import type { Places, Repository } from '#forge/place/places.ts'
import { listProject } from '#forge/place/project-files.ts'
import type { Refusal } from '#forge/refusal.ts'
import { readUser } from '#forge/world/world.ts'

export interface Ground {
  readonly root: string
  readonly repository: string
  readonly state: string
  /** Undefined, with its reason among the warnings, when git cannot work here. */
  readonly git: { readonly head: string; readonly branch?: string; readonly dirty: readonly string[] } | undefined
  readonly config: { readonly hash: string; readonly files: readonly string[] }
  /** One hash over all inputs of a run: the same index means the same ground. */
  readonly index: { readonly hash: string; readonly head: string; readonly config: string; readonly texts: string }
  readonly refused: Refusal | undefined
}

export interface GroundLook {
  /** Where this is, with which settings, on what: before anything is started. */
  ground(config: Config): Promise<Result<Ground, Refusal>>
}

export function groundOf({ repository, places }: Pick<Place, 'repository' | 'places'>): GroundLook {
  return {
    async ground(config) {
      const [found, kept] = [repository(), places()]
      if (!found.ok) return found
      return kept.ok ? success(await lookAtGround(found.value, kept.value, config)) : kept
    },
  }
}

async function lookAtGround(repository: Repository, places: Places, config: Config): Promise<Ground> {
  const user = await readUser(repository)
  const git = user.ok
    ? {
        head: user.value.head,
        ...defined({ branch: user.value.branch }),
        dirty: user.value.dirty.map(({ path }) => path),
      }
    : undefined
  const settings = hashOf(config.settings)
  const parts = { head: git?.head ?? '', config: settings, texts: textsIn(repository.root) }
  const files = config.values.flatMap(({ origin: { layer, where } }) =>
    layer === 'user' || layer === 'project' || layer === 'local' ? [where] : [],
  )
  return {
    root: repository.root,
    repository: repository.id,
    state: places.state,
    git,
    config: { hash: settings, files: [...new Set(files)] },
    index: { hash: hashOf([parts, git?.dirty.toSorted() ?? []]), ...parts },
    refused: user.ok ? undefined : user.failure,
  }
}

/** Presets, gates and texts of the project, by name and content. */
function textsIn(root: string): string {
  const folder = join(root, '.forge')
  const digest = createHash('sha256')
  for (const path of isThere(folder) ? listProject(folder) : [])
    digest
      .update(`${path}\0`)
      .update(readBytes(join(folder, path)))
      .update('\0')
  return digest.digest('hex')
}
