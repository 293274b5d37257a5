/**
 * One call of git. Every call of Forge goes through here, so that none misses the isolation of `flags.ts`. The
 * composition root passes in how a program is started.
 */
import { defined } from '#model/defined.ts'
import { GitFault } from './fault.ts'
import { sealedArguments, sealedEnvironment } from './flags.ts'
import type { Place } from './place.ts'

export type { Place } from './place.ts'

export interface RunRequest {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment: nothing is inherited. */
  readonly env: Record<string, string>
  readonly input?: Uint8Array | string
  readonly maxBytes: number
  readonly timeoutMs: number
}

export interface RunAnswer {
  /** null when a signal or the deadline ended it. */
  readonly code: number | null
  readonly stdout: Uint8Array
  readonly stderr: string
  readonly truncated: boolean
}

export type RunProgram = (request: RunRequest) => Promise<RunAnswer>

export interface Call {
  readonly input?: Uint8Array | string
  readonly env?: Record<string, string>
  /** Exit codes that are answers; every other one is thrown. */
  readonly accept?: readonly number[]
}

const maxBytes = 512 * 1024 * 1024
const timeoutMs = 10 * 60_000

export async function git(
  run: RunProgram,
  place: Place,
  args: readonly string[],
  call: Call = {},
): Promise<RunAnswer & { readonly code: number }> {
  const answer = await run({
    argv: ['git', ...sealedArguments(place), ...args],
    cwd: place.workTree ?? place.gitDir,
    env: { ...sealedEnvironment(place), ...call.env },
    ...defined({ input: call.input }),
    maxBytes,
    timeoutMs,
  })
  const { code } = answer
  if (code === null || answer.truncated || !(call.accept ?? [0]).includes(code)) throw new GitFault(args, answer)
  return { ...answer, code }
}
