/** What the composition root gives to every adapter that runs an agent as a program. */
import type { TranscriptFile, SandboxRulesOf } from '#adapters/exec/index.ts'
import type { AgentTask, Clock } from '#engine/ports.ts'
import type { Said } from '#messages/said.ts'
import type { AgentEvent } from '#model/agent-event.ts'

/** The wire format of a provider; it selects the endpoint of the metering proxy. */
export type Dialect = 'anthropic' | 'openai' | 'gemini'

/** Where the requests of one attempt go, with a key that is valid nowhere else. */
export interface Endpoint {
  readonly baseUrl: string
  readonly key: string
  /** Whether this attempt's newest request was refused or broke off: then a missing answer is not the agent's fault. */
  readonly isRefused?: () => boolean
  /** Whether that refusal was a limit, which passes by itself. */
  readonly isLimited?: () => boolean
}

export interface McpServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What the configuration sets for one program that speaks ACP (`agents.<name>`). */
export interface OwnProgram {
  /** Files of its login, from the user's home. */
  readonly login: readonly string[]
  /** Names of variables that only this program gets. */
  readonly pass: readonly string[]
  /** The login method to use, by the name under which the program offers it. */
  readonly auth?: string
  /** How the program is configured to use Forge's proxy: variables with `{url}`, `{key}` and `{model}`. */
  readonly door?: { readonly dialect: Dialect; readonly env: Readonly<Record<string, string>> }
}

export interface AdapterParts {
  /** The directory of a tree. */
  readonly pathOf: (tree: string) => string
  /** Outside every tree; holds the homes, temporary files and results of agents. */
  readonly privateDir: string
  /** Where logins are lent to agents, for all repositories of the user; absent: below `privateDir`. */
  readonly loginsDir?: string
  /** Identifies this Forge; the same value as for sweeping. */
  readonly scope: string
  readonly clock: Pick<Clock, 'wall'>
  /** Builds the sandbox of an agent; absent: no sandbox. */
  readonly wallsOf?: SandboxRulesOf
  /** Whether a sandboxed agent that uses its own login may reach the internet; default `allowed`. */
  readonly internet?: 'allowed' | 'refused'
  /** Whether to enable the sandbox of the agent's own program, if it has one; default `unused`. */
  readonly ownSandbox?: 'used' | 'unused'
  /** Names of environment variables that configuration declares for agents. */
  readonly pass?: readonly string[]
  /** Where the transcript goes, and its size limit; absent: none is kept. */
  readonly transcriptOf?: (task: AgentTask) => TranscriptFile | undefined
  /** Reports of one kind are at least this far apart; default 10 s. */
  readonly reportEveryMs?: number
  /** The proxy's endpoint for this attempt, at `address` if given; undefined: the agent's own login is used. */
  readonly endpointOf?: (task: AgentTask, dialect: Dialect, address?: string) => Promise<Endpoint | undefined>
  /** Variables of the account that an attempt uses; the program gets only those that it knows. */
  readonly accountOf?: (account: string) => Readonly<Record<string, string | undefined>>
  /** Whether what the repository brings for agents (hooks, servers, settings) is used; default `ignored` (T-26). */
  readonly repositoryFiles?: 'ignored' | 'used'
  /** Whether an agent may start subagents; default `none`: subagents know its nonce and work in its tree. */
  readonly helpers?: 'none' | 'allowed'
  /** Servers of the Model Context Protocol that the configuration gives to agents. */
  readonly mcpServers?: Readonly<Record<string, McpServer>>
  /** What the configuration sets for programs that speak ACP, by name. */
  readonly programs?: Readonly<Record<string, OwnProgram>>
  /** Limits of one attempt, for agents that accept them. */
  readonly perAttempt?: { readonly turns?: number; readonly dollars?: number }
  /** Warns the user; each sentence once. */
  readonly warn?: (text: Said) => void
  /** Called for every event of every attempt as it arrives; must not throw. */
  readonly onEvent?: (task: AgentTask, event: AgentEvent) => void
}
