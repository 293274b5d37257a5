/** What to run, and how it ended. */
import type { Said } from '#messages/said.ts'
import type { Captured, CaptureRequest } from './capture.ts'
import type { Limits, Overrun } from './deadline.ts'
import type { Environment } from './environment.ts'
import type { Marker } from './marker.ts'
import type { TranscriptFile } from './transcript.ts'
import type { SandboxRules } from './bubblewrap.ts'

export interface Command extends Limits {
  /** A program by path, or by name on the child's PATH; never a shell line. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
  /** With a marker, all that outlives the program is ended: by its own PID namespace, or by a search for the marker. */
  readonly marker?: Marker
  /** What it may see of the machine; if that cannot be enforced, it is not started. Absent: everything. */
  readonly walls?: SandboxRules
  /** Absent: the input is empty. A conversation starts with this and continues with `Running.input`. */
  readonly stdin?: string | Uint8Array
  /** Whether the input ends after `stdin`, or stays open until `Running.input` is ended; default `ends`. */
  readonly input?: 'ends' | 'stays open'
  /** How long a child that is past its deadline may live after SIGTERM; default 2 s. */
  readonly graceMs?: number
  readonly output?: Output
}

export interface Output {
  /**
   * `apart`: two streams. `together`: one pipe made in that directory, in the order of printing; all is in `stdout`.
   */
  readonly streams?: 'apart' | { readonly together: string }
  readonly stdout?: CaptureRequest
  readonly stderr?: CaptureRequest
  /** Both streams in one file as they arrive, bounded; if it cannot be written, there is none. */
  readonly transcript?: TranscriptFile
  /** Called with every chunk as it arrives; must not throw. */
  readonly onStdout?: (chunk: Uint8Array) => void
}

export interface Ended {
  /** Why the program could not be started. */
  readonly unavailable?: Said
  /** The path that the system could not start, and the error code; absent: another cause. */
  readonly refused?: { readonly path: string; readonly code: string }
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** The deadline that it exceeded. */
  readonly overran?: Overrun
  readonly durationMs: number
  readonly stdout: Captured
  readonly stderr: Captured
  /** Descendants that outlived the program and were ended. */
  readonly swept: number
  /** Pids of processes that could not be ended. */
  readonly survivors: readonly number[]
}

/** The only use of a shell: a line that the user approved, run verbatim (T-11). */
export function approvedShellLine(line: string): Pick<Command, 'file' | 'args'> {
  return { file: 'sh', args: ['-c', line] }
}
