/** How one adapter starts its program for one task: what differs between programs, as a value. */
import type { Said } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import type { Json } from '#model/json.ts'
import type { Translator } from './listener.ts'
import type { LinkedFile } from './login.ts'
import type { LentLogin } from './logins/index.ts'
import type { PrivatePlace } from './private-place.ts'
import type { ResultReading } from './result.ts'

export interface Launch {
  readonly file: string
  readonly args: readonly string[]
  /** Set in addition to the allowlist. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables of Forge's own environment that this program needs: its provider's key, if no proxy is used. */
  readonly pass?: readonly string[]
  readonly translator: Translator
  /** Written to its input at the start. */
  readonly stdin?: string
  /** `stays open` for programs that take further input; Forge closes it after their terminal event. */
  readonly input?: 'ends' | 'stays open'
  /**
   * What it must reach from inside the sandbox: only those ports of this machine that Forge opened for it, or the
   * internet, because it uses its own login. The adapter declares this; it is never derived from files or texts.
   */
  readonly reaches: readonly number[] | 'internet'
  /** Configured values on its command line: the paths they name are readable in the sandbox. Never from a prompt. */
  readonly configured?: readonly string[]
  /** Its home, if it must outlive a lost performance; default: the home of this performance. */
  readonly home?: string
  /** Files of the user that were linked into its private place for this launch: in the sandbox it may write them. */
  readonly linked?: readonly LinkedFile[]
  /**
   * Those of them that are its login: if it replaces one, Forge copies the new file to the user's home after the end.
   */
  readonly returns?: readonly LinkedFile[]
  /** The login lent to it for this launch, in a folder that it may write. */
  readonly lent?: LentLogin
  /** Which versions of its program work, and how to install one; absent: unknown. */
  readonly works?: Said | undefined
  /** How the user logs in; absent: it uses no login of the user. */
  readonly loginHint?: Said
  /** Paths of the tree that it would load as its own configuration: in the sandbox they are empty (T-26). */
  readonly masks?: readonly string[]
  /** How Forge asks it to stop. */
  readonly stopBy: 'SIGINT' | 'SIGTERM' | { readonly say: () => Json | undefined } | { readonly ask: () => void }
  /** The line that asks for the answer again in the same conversation; undefined: not listening. Absent: it cannot. */
  readonly again?: (text: string) => Json | undefined
  /** Where else to look for the answer besides the terminal event; default: the private result file. */
  readonly answer?: () => Promise<ResultReading>
  /** This program usually answers in the result file; for others the file only recovers a forgotten answer. */
  readonly resultFile?: 'usual'
  /**
   * Its conversation is stored in the private place, so a later start can resume it. Absent: it starts anew each time.
   */
  readonly conversation?: 'lasts'
  /** Whether the newest response of its provider, as seen by the proxy, was a limit. */
  readonly isLimited?: (() => boolean) | undefined
  /** Releases what was opened for this attempt. */
  readonly close?: () => Promise<void>
}

export type Prepare = (place: PrivatePlace) => Promise<Launch | Failure>
