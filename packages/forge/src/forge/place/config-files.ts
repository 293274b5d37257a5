/** The user's files and the configuration files: their paths and raw text, before they are parsed. */
import { join, resolve } from 'node:path'
import type { ConfigSources } from '#config/load.ts'
import type { Said } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import type { Refusal } from '#forge/refusal.ts'
import { userConfigFile } from './places.ts'
import { listProject, readText } from './project-files.ts'
import { mapped, type Stores, type Whereabouts } from './stores.ts'

export interface UserFiles {
  /** Whether any configuration file contains this word, without parsing it. */
  readonly mentions: (word: string) => boolean
  /** Files of the user, by paths from the working directory (`read`) or the repository's root. */
  readonly files: {
    list(): Result<readonly string[], Refusal>
    read(path: string): Result<string | undefined, Said>
  }
}

export function filesOf(whereabouts: Whereabouts, stores: Pick<Stores, 'repository'>): UserFiles {
  return {
    mentions: (word) =>
      configFiles(whereabouts, stores).some(({ path }) => {
        const text = readText(path)
        return text.ok && text.value?.includes(word) === true
      }),
    files: {
      list: () => mapped(stores.repository(), ({ root }) => listProject(root)),
      read: (path) => readText(resolve(whereabouts.cwd, path)),
    },
  }
}

/** Later ones win. */
export function configFiles(
  { env, home }: Whereabouts,
  { repository }: Pick<Stores, 'repository'>,
): ConfigSources['files'] {
  const found = repository()
  const user = { layer: 'user' as const, path: userConfigFile(env, home) }
  if (!found.ok) return [user]
  const project = join(found.value.root, '.forge')
  return [
    user,
    { layer: 'project' as const, path: join(project, 'config.yaml') },
    { layer: 'local' as const, path: join(project, 'config.local.yaml') },
  ]
}
