/** What is known of an agent besides how it is driven: its program, and what can be set and seen. Data, for people and for `forge agents`. */
import type { Agents } from '#engine/ports.ts'
import type { Said } from '#messages/said.ts'
import type { Program } from './program.ts'
import type { Dialect, AdapterParts } from './adapter-parts.ts'

/** What of an attempt can be set, and what is seen of it; `no` is told and recorded, never silently dropped. */
export interface Capabilities {
  /** How a typed answer comes back. */
  readonly answer: 'typed output' | 'result file' | 'result tool'
  readonly resume: 'yes' | 'where it offers it' | 'no'
  readonly interrupt: 'by word' | 'by signal'
  readonly model: 'yes' | 'where it offers it' | 'no'
  readonly effort: 'yes' | 'where it offers it' | 'no'
  /** How many tokens it may think with. */
  readonly thinking: 'yes' | 'where it offers it' | 'no'
  readonly systemPrompt: 'yes' | 'in the prompt'
  readonly tools: 'yes' | 'no'
  readonly mcpServers: 'yes' | 'no'
  readonly turns: 'yes' | 'no'
  readonly budget: 'yes' | 'no'
  readonly usage: 'as it grows' | 'at the end' | 'no'
  readonly limits: 'seen' | 'as text' | 'no'
  /** Whether what the repository brings for the agent (hooks, servers, settings) can be kept from running (T-26). */
  readonly repositoryFiles: 'ignored' | 'ignored in the sandbox' | 'cannot be ignored' | 'none known'
  /**
   * Whether its program can hold the commands that it runs by itself, where Forge has no sandbox: they write only the tree and
   * temporary files, and have no network. `on macOS`: elsewhere it needs the same tool as Forge.
   */
  readonly ownSandbox: 'yes' | 'on macOS' | 'no'
}

export function holdsItself({ ownSandbox }: Capabilities, platform: NodeJS.Platform): boolean {
  return ownSandbox === 'yes' || (ownSandbox === 'on macOS' && platform === 'darwin')
}

/**
 * How an agent gets at its model: by Forge's proxy in this wire format where a key is held for it, and otherwise with a login of its own,
 * which needs the internet; always by a login of its own; or by nothing but what Forge offers.
 */
type Reaches = Dialect | 'its own' | 'nothing'

export interface AgentKind {
  /** As the configuration calls it. */
  readonly name: string
  /** What it is, in a few words. */
  readonly about: Said
  /** Whether it was run with Forge, where that is not said of all: `by its documentation` nobody has. */
  readonly known?: 'driven here' | 'by its documentation'
  /** What may stand behind `name:`; undefined: nothing. */
  readonly argument?: Said
  /** The program that must be installed; undefined: comes with Forge, or is the argument. */
  readonly program?: Program
  /** The argument is the command line of the program. */
  readonly runs?: 'its argument'
  readonly capabilities: Capabilities
  readonly reaches: Reaches
  /** Whose limits and accounts its work is held to: a name such as `anthropic`, by its argument where that decides. */
  provider(this: void, argument: string | undefined): string
  /** The model that its argument names; null: it runs without one. Absent: its program chooses, unless it is told one. */
  ownModel?(this: void, argument: string | undefined): string | null | undefined
  /** Whether its argument names an endpoint: then it runs on the model that stands there, whatever it is told. */
  hasOwnEndpoint?(this: void, argument: string | undefined): boolean
  create(around: AdapterParts, argument: string | undefined): Agents
}
