/** The agents that Forge supports, as they are on this machine: installed or not, which version, logged in or not. */
import { join } from 'node:path'
import { isThere } from '#adapters/files/plain.ts'
import {
  findInstalled,
  unfitVersion,
  versionWarning,
  type AgentKind,
  type Capabilities,
  type Program,
} from '#adapters/agents/session/index.ts'
import type { Place } from '#forge/place/place.ts'
import type { Environment } from '#forge/place/places.ts'
import { say, several, type Said } from '#messages/said.ts'
import { kinds } from '#forge/world/agents/kinds.ts'
import { ownState, readProbes, type Probe } from '#forge/try/probes.ts'
import { defined } from '#model/defined.ts'

export interface SeenAgent {
  readonly name: string
  readonly about: Said
  /** Whether it was run with Forge, where that is not so for all. */
  readonly known?: AgentKind['known']
  /** What may follow `name:`. */
  readonly argument?: Said
  readonly program: SeenProgram
  readonly capabilities: Capabilities
  /** Settings of a route or a configuration that this agent does not support. */
  readonly cannotSet: readonly string[]
  /** What its last trial on this machine took. */
  readonly probe?: Probe
}

export type SeenProgram =
  | { readonly state: 'comes with Forge' | 'is its argument' }
  | { readonly state: 'missing'; readonly file: string; readonly install: Said }
  | {
      readonly state: 'installed'
      readonly path: string
      readonly version?: string
      readonly warning?: Said
      /** Why no attempt is made with it. */
      readonly unfit?: Said
      /** Where a login was found; absent: nowhere. */
      readonly login?: string
      readonly loginHint: Said
    }

const settable = ['model', 'effort', 'thinking', 'tools', 'mcpServers', 'turns', 'budget'] as const

export interface AgentListing {
  list(): Promise<readonly SeenAgent[]>
}

export function agentListingOf({ surroundings: { env, home } }: Pick<Place, 'surroundings'>): AgentListing {
  return { list: () => listAgents(env, home) }
}

export async function listAgents(env: Environment, home: string): Promise<readonly SeenAgent[]> {
  const probes = readProbes(ownState(env, home))
  return Promise.all(
    kinds.map(async (kind): Promise<SeenAgent> => {
      const { name, about, known, argument, capabilities } = kind
      const cannotSet = settable.filter((what) => capabilities[what] === 'no')
      const seen = { name, about, program: await seeProgram(kind, env, home), capabilities, cannotSet }
      const probe = probes[name]
      return {
        ...seen,
        ...defined({ known, argument, probe }),
      }
    }),
  )
}

async function seeProgram({ program, runs }: AgentKind, env: Environment, home: string): Promise<SeenProgram> {
  if (program === undefined) return { state: runs === 'its argument' ? 'is its argument' : 'comes with Forge' }
  const installed = await findInstalled(program, undefined)
  if (installed === undefined) return { state: 'missing', file: program.file, install: program.install }
  const { path, version } = installed
  const unfit = await unfitVersion(program, installed)
  const warnings = [unfit ?? versionWarning(program, installed), elsewhereWarning(program, env)].filter(
    (one) => one !== undefined,
  )
  const variable = program.login.variables.find((name) => (env[name] ?? '') !== '')
  const file = program.login.files.find((name) => isThere(join(home, name)))
  const login = variable ?? (file === undefined ? undefined : `~/${file}`)
  return {
    state: 'installed',
    path,
    ...defined({ version, unfit }),
    ...(warnings.length === 0 ? {} : { warning: several(warnings, '; ') }),
    ...defined({ login }),
    loginHint: program.login.hint,
  }
}

/** Providers that use other credentials than a key cannot go through the proxy; the warning names them. */
function elsewhereWarning({ elsewhere = {} }: Program, env: Environment): Said | undefined {
  const found = Object.entries(elsewhere).find(([variable]) => !['', '0', 'false'].includes(env[variable] ?? ''))
  if (found === undefined) return undefined
  const [variable, name] = found
  return say('agent.notMeteredVariableSet', { variable, name })
}
