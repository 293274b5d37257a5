/**
 * How agents that speak ACP differ, as data. The protocol is one; what a program needs to start in it, where its model is
 * set, which mode lets it work unattended and what its figures mean are not.
 */
import type { Dialect, Program } from '#adapters/agents/session/index.ts'
import type { Said } from '#messages/said.ts'

/** What the tokens told at the end of a prompt are: of the whole prompt, of its last request only, or nothing. */
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
  /** The program, and what makes it speak ACP. */
  readonly program: string
  readonly args: readonly string[]
  /** Beginnings of the versions that this Forge was tried with. */
  readonly tried: readonly string[]
  readonly install: Said
  /** `driven here`: by `npm run test:agents`, against the fake provider; else what its documentation says. */
  readonly known: 'driven here' | 'by its documentation'
  readonly login: Program['login']
  /** By which of the logins that it offers it is to log in: with a key of Forge's, and with the user's own login. */
  readonly auth?: { readonly key?: string; readonly login?: string }
  /** Whether it goes on with a session of a process that was lost; where nobody saw it, what it offers at its start counts. */
  readonly resumes: 'yes' | 'where it offers it' | 'no'
  /** How a model is chosen: a flag before the others, a variable, or an option of the session. */
  readonly model: { readonly flag: string } | { readonly env: string } | 'option'
  /** Pointed at a provider by a key it has no model of its own: one must be named. */
  readonly needsModel?: 'behind a key'
  /** The category of the session's option for effort, where there is one. */
  readonly effort: 'option' | 'none'
  /** The mode in which it asks nobody; absent: permissions are asked, and Forge answers. */
  readonly mode?: string
  readonly usage: UsageMeans
  /** How it is pointed at a provider: its dialect, and variables and files of its home with `{url}`, `{key}` and `{model}`. */
  readonly provider: ProviderDoor | undefined
  /** It starts no servers that a session names for it to start, but those behind this flag, as JSON. */
  readonly serversFlag?: string
  /** What keeps it quiet and at home. */
  readonly env: Readonly<Record<string, string>>
  /** Files of its own home, by path from there: settings it has no flag for. */
  readonly files?: Readonly<Record<string, string>>
  /** What keeps it from starting helpers of its own, on top of the rest; a file here goes before the same one of `files`. */
  readonly alone?: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly files?: Readonly<Record<string, string>>
  }
  /** What it would load of the repository as its own configuration, with servers, hooks and plugins in it. */
  readonly repositoryFiles: readonly string[]
}
