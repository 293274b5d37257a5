/**
 * How agents that speak ACP differ, as data. The protocol is one; what a program needs to start with it, where its
 * model is set, which mode lets it work unattended and what its figures mean are not.
 */
import type { Dialect, Program } from '#adapters/agents/session/index.ts'
import type { Said } from '#messages/said.ts'

/** What the tokens reported at the end of a prompt cover: the whole prompt, its last request only, or nothing. */
type UsageMeans = 'prompt' | 'last-request' | 'session' | 'nothing'

interface ProviderDoor {
  readonly dialect: Dialect
  readonly env: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

export interface Quirks {
  readonly name: string
  /** What it is, in a few words. */
  readonly about: Said
  /** The program, and the arguments that make it speak ACP. */
  readonly program: string
  readonly args: readonly string[]
  /** Prefixes of the versions that this Forge was tested with. */
  readonly tried: readonly string[]
  readonly install: Said
  /** `driven here`: by `npm run test:agents`, against the fake provider; else what its documentation says. */
  readonly known: 'driven here' | 'by its documentation'
  readonly login: Program['login']
  /** Which of the offered login methods it uses: with a key of Forge, and with the user's own login. */
  readonly auth?: { readonly key?: string; readonly login?: string }
  /** Whether it resumes a session of a lost process; if that was never tested, what it offers at its start counts. */
  readonly resumes: 'yes' | 'where it offers it' | 'no'
  /** How a model is chosen: a flag before the others, a variable, or an option of the session. */
  readonly model: { readonly flag: string } | { readonly env: string } | 'option'
  /** With a key for a provider it has no default model: one must be named. */
  readonly needsModel?: 'behind a key'
  /** The category of the session's option for effort, where there is one. */
  readonly effort: 'option' | 'none'
  /** The mode in which it requests no permission; absent: it requests them, and Forge answers. */
  readonly mode?: string
  readonly usage: UsageMeans
  /**
   * Its configuration for a provider: dialect, and variables and files of its home with `{url}`, `{key}`, `{model}`.
   */
  readonly provider: ProviderDoor | undefined
  /** It ignores the servers to start that a session names, and takes them only by this flag, as JSON. */
  readonly serversFlag?: string
  /** Variables that disable telemetry and updates, and keep its files in its own home. */
  readonly env: Readonly<Record<string, string>>
  /** Files of its own home, by relative path: settings without a flag. */
  readonly files?: Readonly<Record<string, string>>
  /** What disables its subagents, on top of the rest; a file here overrides the same one of `files`. */
  readonly alone?: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly files?: Readonly<Record<string, string>>
  }
  /** What it would load of the repository as its own configuration, including servers, hooks and plugins. */
  readonly repositoryFiles: readonly string[]
}
