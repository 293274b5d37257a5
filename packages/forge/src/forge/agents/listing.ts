/** The agents that Forge can drive, as they are on this machine: installed or not, which version, whether somebody is logged in. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findInstalled, versionWarning, type AgentKind, type Capabilities } from '#adapters/agents/session/index.ts'
import type { Environment } from '#forge/places.ts'
import { kinds } from './kinds.ts'

export interface SeenAgent {
  readonly name: string
  readonly about: string
  /** What may stand behind `name:`. */
  readonly argument?: string
  readonly program: SeenProgram
  readonly capabilities: Capabilities
  /** What a route or a configuration may ask for and this agent cannot be told. */
  readonly cannotSet: readonly string[]
}

export type SeenProgram =
  | { readonly state: 'comes with Forge' | 'is its argument' }
  | { readonly state: 'missing'; readonly file: string; readonly install: string }
  | {
      readonly state: 'installed'
      readonly path: string
      readonly version?: string
      readonly warning?: string
      /** Where a login was seen; absent: nowhere. */
      readonly login?: string
      readonly loginHint: string
    }

const settable = ['model', 'effort', 'thinking', 'tools', 'mcpServers', 'turns', 'budget'] as const

export async function listAgents(env: Environment, home: string): Promise<readonly SeenAgent[]> {
  return Promise.all(
    kinds.map(async (kind): Promise<SeenAgent> => {
      const { name, about, argument, capabilities } = kind
      const cannotSet = settable.filter((what) => capabilities[what] === 'no')
      const seen = { name, about, program: await seeProgram(kind, env, home), capabilities, cannotSet }
      return argument === undefined ? seen : { ...seen, argument }
    }),
  )
}

async function seeProgram({ program, argument }: AgentKind, env: Environment, home: string): Promise<SeenProgram> {
  if (program === undefined)
    return { state: argument?.includes('command') === true ? 'is its argument' : 'comes with Forge' }
  const installed = await findInstalled(program, undefined)
  if (installed === undefined) return { state: 'missing', file: program.file, install: program.install }
  const { path, version } = installed
  const warning = versionWarning(program, installed)
  const variable = program.login.variables.find((name) => (env[name] ?? '') !== '')
  const file = program.login.files.find((name) => existsSync(join(home, name)))
  const login = variable ?? (file === undefined ? undefined : `~/${file}`)
  return {
    state: 'installed',
    path,
    ...(version === undefined ? {} : { version }),
    ...(warning === undefined ? {} : { warning }),
    ...(login === undefined ? {} : { login }),
    loginHint: program.login.hint,
  }
}
