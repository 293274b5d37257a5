/** Chooses the login method for an agent that asks for one, without a human. Pure. */
import type { AuthMethod } from '@agentclientprotocol/sdk'
import { say, type Said } from '#messages/said.ts'

export type AuthStep =
  | { readonly do: 'authenticate'; readonly method: string }
  /** There is no method that Forge may use by itself. */
  | { readonly do: 'give up'; readonly why: Said }

export interface LoginRequest {
  /** The agent's name in the configuration. */
  readonly name: string
  readonly offered: readonly AuthMethod[]
  /** The method that the configuration or the agent's row names. */
  readonly wanted: string | undefined
}

/** The named method; else the only one that takes a key, or the only one that needs no terminal. */
export function decideAuth({ name, offered, wanted }: LoginRequest): AuthStep {
  const unattended = offered.filter((method) => !needsTerminal(method))
  if (wanted !== undefined) return named(wanted, offered)
  const keyed = unattended.filter(takesKey)
  const [only, ...others] = keyed.length === 1 ? keyed : unattended
  if (only !== undefined && others.length === 0) return { do: 'authenticate', method: only.id }
  if (only === undefined) return { do: 'give up', why: say('login.noneWithoutPerson', { methods: namesOf(offered) }) }
  const line = `agents: { ${name}: { auth: ${only.id} } }`
  return { do: 'give up', why: say('login.severalOffered', { methods: namesOf(unattended), line }) }
}

function named(wanted: string, offered: readonly AuthMethod[]): AuthStep {
  const found = offered.find(({ id }) => id === wanted)
  if (found === undefined)
    return { do: 'give up', why: say('login.wantedNotOffered', { wanted, methods: namesOf(offered) }) }
  if (needsTerminal(found)) return { do: 'give up', why: say('login.needsPersonAtTerminal', { wanted }) }
  return { do: 'authenticate', method: wanted }
}

/** The protocol's own flag, and the two that agents used before it. */
function needsTerminal(method: AuthMethod): boolean {
  const meta = metaOf(method)
  return ('type' in method && method.type === 'terminal') || 'terminal-auth' in meta || meta['type'] === 'terminal'
}

/** A key in its environment is enough. */
function takesKey(method: AuthMethod): boolean {
  const type: unknown = 'type' in method ? method.type : undefined
  return type === 'env_var' || 'api-key' in metaOf(method)
}

function metaOf({ _meta: meta }: AuthMethod): Readonly<Record<string, unknown>> {
  return meta ?? {}
}

function namesOf(offered: readonly AuthMethod[]): Said | string {
  const names = offered.slice(0, 10).map(({ id, name }) => `${id.slice(0, 100)} (${name.slice(0, 100)})`)
  return names.length === 0 ? say('login.none') : names.join(', ')
}
