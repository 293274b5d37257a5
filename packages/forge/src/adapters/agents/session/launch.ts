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
  /** Set besides the allowlist. */
  readonly env: Readonly<Record<string, string>>
  /** Names of variables of Forge's own environment that this program needs: its provider's key, where no proxy is. */
  readonly pass?: readonly string[]
  readonly translator: Translator
  /** What goes to its input at the start. */
  readonly stdin?: string
  /** `stays open` for programs that are spoken with; their input ends with their terminal event. */
  readonly input?: 'ends' | 'stays open'
  /**
   * What it must reach behind walls: ports of this machine at which Forge itself offers it something, and nothing else; or the
   * internet, because it uses a login of its own. Said by the adapter, never found in what is written somewhere.
   */
  readonly reaches: readonly number[] | 'internet'
  /** Words of the configuration on its command line: what they name is shown behind walls. Never of a prompt. */
  readonly configured?: readonly string[]
  /** Its home, where that is to outlive a lost performance; default: the one of this performance. */
  readonly home?: string
  /** Files of the user's that were linked into its private place for this launch: behind walls it may write them. */
  readonly linked?: readonly LinkedFile[]
  /** Those of them that are its login: what it puts in their place is the user's when it has ended. */
  readonly returns?: readonly LinkedFile[]
  /** The login that it was lent for this launch, in a folder that it may write. */
  readonly lent?: LentLogin
  /** Which versions of its program work, and how somebody gets one; absent where nobody knows. */
  readonly works?: Said | undefined
  /** How its user logs in; absent where it has no login of the user's own. */
  readonly loginHint?: Said
  /** Paths of the tree that it would load as its own configuration: behind walls they read as nothing (T-26). */
  readonly masks?: readonly string[]
  /** How it is asked to stop. */
  readonly stopBy: 'SIGINT' | 'SIGTERM' | { readonly say: () => Json | undefined } | { readonly ask: () => void }
  /** The line that asks for the answer once more in the same conversation; undefined: nobody listens. Absent: it cannot. */
  readonly again?: (text: string) => Json | undefined
  /** Where the answer is looked for besides the terminal event; default: the private result file. */
  readonly answer?: () => Promise<ResultReading>
  /** The result file is where this program usually answers; elsewhere it is where a forgotten answer is found. */
  readonly resultFile?: 'usual'
  /** Its conversation is kept in the private place, and a later start can go on with it. Absent: it begins anew each time. */
  readonly conversation?: 'lasts'
  /** Whether the last word of its provider, as the proxy heard it, was a limit. */
  readonly isLimited?: (() => boolean) | undefined
  /** Let go of what was opened for this attempt. */
  readonly close?: () => Promise<void>
}

export type Prepare = (place: PrivatePlace) => Promise<Launch | Failure>
