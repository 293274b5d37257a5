/** The effective configuration, from files, environment and flags of a call. */
import { loadConfig, type Config, type ConfigSources } from '#config/load.ts'
import { faultText } from '#config/parse.ts'
import { alsoWrong } from '#forge/faults.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { raw, say } from '#messages/said.ts'
import { failed, type Result } from '#model/result.ts'
import { configFiles } from './config-files.ts'
import { readText } from './project-files.ts'
import type { Stores, Whereabouts } from './stores.ts'

export interface Configuration {
  /** The configuration in force here; flags by key (`limits.maxCost`) win over everything. */
  readonly config: (flags?: Readonly<Record<string, unknown>>) => Promise<Result<Config, Refusal>>
  /** What the files of the repository alone say: no user files, no variables, no flags. */
  readonly ofRepository: () => Promise<Result<Config, Refusal>>
}

export function configOf(whereabouts: Whereabouts, stores: Pick<Stores, 'repository'>): Configuration {
  const files = () => configFiles(whereabouts, stores)
  return {
    config: async (flags = {}) => read({ files: files(), env: whereabouts.env, flags, readText }),
    ofRepository: async () =>
      read({ files: files().filter(({ layer }) => layer !== 'user'), env: {}, flags: {}, readText }),
  }
}

function read(sources: ConfigSources): Result<Config, Refusal> {
  const loaded = loadConfig(sources)
  if (loaded.ok) return loaded
  const [first, ...others] = loaded.failure.map(faultText)
  return failed(usageRefusal('config', first ?? say('config.isWrong'), alsoWrong(others) ?? raw('forge config list')))
}
