/**
 * What Forge knows of an agent besides running it: its program, what can be set and observed. Data for `forge agents`.
 */
import type { Agents } from '#engine/ports.ts'
import type { Said } from '#messages/said.ts'
import type { Program } from './program.ts'
import type { Dialect, AdapterParts } from './adapter-parts.ts'

/**
 * What of an attempt can be set, and what Forge observes of it; `no` is reported and recorded, never silently dropped.
 */
export interface Capabilities {
  /** How a typed answer is returned. */
  readonly answer: 'typed output' | 'result file' | 'result tool'
  readonly resume: 'yes' | 'where it offers it' | 'no'
  readonly interrupt: 'by word' | 'by signal'
  readonly model: 'yes' | 'where it offers it' | 'no'
  readonly effort: 'yes' | 'where it offers it' | 'no'
  /** Whether its budget of thinking tokens can be set. */
  readonly thinking: 'yes' | 'where it offers it' | 'no'
  readonly systemPrompt: 'yes' | 'in the prompt'
  readonly tools: 'yes' | 'no'
  readonly mcpServers: 'yes' | 'no'
  readonly turns: 'yes' | 'no'
  readonly budget: 'yes' | 'no'
  readonly usage: 'as it grows' | 'at the end' | 'no'
  readonly limits: 'seen' | 'as text' | 'no'
  /** Whether what the repository brings for the agent (hooks, servers, settings) can be disabled (T-26). */
  readonly repositoryFiles: 'ignored' | 'ignored in the sandbox' | 'cannot be ignored' | 'none known'
  /**
   * Whether its program has a sandbox for its own commands, for machines where Forge has none: commands write only the
   * tree and temporary files and have no network. `on macOS`: on other systems it needs the same tool as Forge.
   */
  readonly ownSandbox: 'yes' | 'on macOS' | 'no'
}

export function holdsItself({ ownSandbox }: Capabilities, platform: NodeJS.Platform): boolean {
  return ownSandbox === 'yes' || (ownSandbox === 'on macOS' && platform === 'darwin')
}

/**
 * How an agent reaches its model: through Forge's proxy in this wire format if Forge has a key, otherwise with its own
 * login, which needs the internet; always with its own login; or only through what Forge offers.
 */
type Reaches = Dialect | 'its own' | 'nothing'

export interface AgentKind {
  /** Its name in the configuration. */
  readonly name: string
  /** What it is, in a few words. */
  readonly about: Said
  /** Whether Forge was tested with it; absent if that holds for all. `by its documentation`: nobody has run it. */
  readonly known?: 'driven here' | 'by its documentation'
  /** What may follow `name:`; undefined: nothing. */
  readonly argument?: Said
  /** The program that must be installed; undefined: it comes with Forge, or the argument names it. */
  readonly program?: Program
  /** The argument is the command line of the program. */
  readonly runs?: 'its argument'
  readonly capabilities: Capabilities
  readonly reaches: Reaches
  /** The provider whose limits and accounts apply: a name such as `anthropic`, from the argument if that decides. */
  provider(this: void, argument: string | undefined): string
  /** The model that its argument names; null: it has none. Absent: its program chooses, unless the route names one. */
  ownModel?(this: void, argument: string | undefined): string | null | undefined
  /** Whether its argument names an endpoint: then it runs on the model named there, whatever the route says. */
  hasOwnEndpoint?(this: void, argument: string | undefined): boolean
  create(around: AdapterParts, argument: string | undefined): Agents
}
