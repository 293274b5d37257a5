/** What the composition root gives to every adapter that runs an agent as a program. */
import type { TranscriptFile, SandboxRulesOf } from '#adapters/exec/index.ts'
import type { AgentTask, Clock } from '#engine/ports.ts'
import type { Said } from '#messages/said.ts'
import type { AgentEvent } from '#model/agent-event.ts'

/** Which wire format a provider speaks, and hence which door of the metering proxy is meant. */
export type Dialect = 'anthropic' | 'openai' | 'gemini'

/** Where the requests of one attempt go, with a key that is worth nothing elsewhere. */
export interface Endpoint {
  readonly baseUrl: string
  readonly key: string
  /** Whether the newest request of this attempt was refused or broke off: whoever has no answer then has not forgotten it. */
  readonly isRefused?: () => boolean
  /** Whether that word was a limit, which goes away by waiting. */
  readonly isLimited?: () => boolean
}

export interface McpServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What the configuration says of one program that speaks ACP (`agents.<name>`). */
export interface OwnProgram {
  /** Files of its login, from the user's home. */
  readonly login: readonly string[]
  /** Names of variables that it alone sees. */
  readonly pass: readonly string[]
  /** The login that it is asked to use, by the name that it offers it under. */
  readonly auth?: string
  /** How it is pointed at Forge's proxy: variables with `{url}`, `{key}` and `{model}`. */
  readonly door?: { readonly dialect: Dialect; readonly env: Readonly<Record<string, string>> }
}

export interface AdapterParts {
  /** The directory of a tree. */
  readonly pathOf: (tree: string) => string
  /** Outside every tree; homes, temporary files and results of agents live and die here. */
  readonly privateDir: string
  /** Where logins are lent to agents, for all repositories of the user; absent: below `privateDir`. */
  readonly loginsDir?: string
  /** Which Forge this is; the same as for sweeping. */
  readonly scope: string
  readonly clock: Pick<Clock, 'wall'>
  /** The walls around an agent; absent: there are none. */
  readonly wallsOf?: SandboxRulesOf
  /** Whether an agent that uses a login of its own may reach the internet behind walls; default `allowed`. */
  readonly internet?: 'allowed' | 'refused'
  /** Whether an agent whose program can hold itself is to do so; default `unused`. */
  readonly ownSandbox?: 'used' | 'unused'
  /** Names of environment variables that configuration declares for agents. */
  readonly pass?: readonly string[]
  /** Where what the agent prints is kept, and how much of it; absent: nowhere. */
  readonly transcriptOf?: (task: AgentTask) => TranscriptFile | undefined
  /** Reports of one kind are at least this far apart; default 10 s. */
  readonly reportEveryMs?: number
  /** The proxy's door for this attempt, to another address than the provider's own if one is given; undefined: the agent's own login is used. */
  readonly endpointOf?: (task: AgentTask, dialect: Dialect, address?: string) => Promise<Endpoint | undefined>
  /** Variables of the account that an attempt uses; only those that its program takes are handed on. */
  readonly accountOf?: (account: string) => Readonly<Record<string, string | undefined>>
  /** Whether what the repository brings for agents (hooks, servers, settings) is used; default `ignored` (T-26). */
  readonly repositoryFiles?: 'ignored' | 'used'
  /** Whether an agent may start helpers of its own; default `none`: they know its nonce and work in its tree. */
  readonly helpers?: 'none' | 'allowed'
  /** Servers of the Model Context Protocol that the configuration gives to agents. */
  readonly mcpServers?: Readonly<Record<string, McpServer>>
  /** What the configuration says of programs that speak ACP, by their names. */
  readonly programs?: Readonly<Record<string, OwnProgram>>
  /** How far one attempt may go, where the agent can be told. */
  readonly perAttempt?: { readonly turns?: number; readonly dollars?: number }
  /** Told to whoever runs Forge; each sentence once. */
  readonly warn?: (text: Said) => void
  /** Gets every event of every attempt, as it comes; must not throw. */
  readonly onEvent?: (task: AgentTask, event: AgentEvent) => void
}
