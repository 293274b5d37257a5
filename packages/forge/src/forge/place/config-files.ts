/** The user's files and the configuration that they make. */
import { join, resolve } from 'node:path'
import type { Config, ConfigSources } from '#config/load.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { failed, type Result } from '#model/result.ts'
import { alsoWrong } from '#forge/faults.ts'
import { mapped, type Opened } from './stores.ts'
import { userConfigFile, type Environment } from './places.ts'
import { listProject, readText } from './project-files.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

export interface Files {
  /** The configuration in force here; flags by key (`limits.maxCost`) win over everything. */
  readonly config: (flags?: Readonly<Record<string, unknown>>) => Promise<Result<Config, Refusal>>
  /** What the files of the repository alone say: no user, no variables, no flags. */
  readonly ofRepository: () => Promise<Result<Config, Refusal>>
  /** Whether any configuration file has this word, without reading what it says. */
  readonly mentions: (word: string) => boolean
  /** Files of the user, by paths from the working directory (`read`) or the repository's root. */
  readonly files: {
    list(): Result<readonly string[], Refusal>
    read(path: string): Result<string | undefined, Said>
  }
}

interface Whereabouts {
  readonly cwd: string
  readonly env: Environment
  readonly home: string
}

export function filesOf({ cwd, env, home }: Whereabouts, { repository }: Pick<Opened, 'repository'>): Files {
  const layers = () => {
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
  return {
    mentions: (word) =>
      layers().some(({ path }) => {
        const text = readText(path)
        return text.ok && text.value?.includes(word) === true
      }),
    files: {
      list: () => mapped(repository(), ({ root }) => listProject(root)),
      read: (path) => readText(resolve(cwd, path)),
    },
    config: (flags = {}) => load({ files: layers(), env, flags, readText }),
    ofRepository: () => load({ files: layers().filter(({ layer }) => layer !== 'user'), env: {}, flags: {}, readText }),
  }
}

async function load(sources: ConfigSources): Promise<Result<Config, Refusal>> {
  const [{ loadConfig }, { faultText }] = await Promise.all([import('#config/load.ts'), import('#config/parse.ts')])
  const loaded = loadConfig(sources)
  if (loaded.ok) return loaded
  const [first, ...others] = loaded.failure.map(faultText)
  return failed(usageRefusal('config', first ?? say('config.isWrong'), alsoWrong(others) ?? raw('forge config list')))
}
