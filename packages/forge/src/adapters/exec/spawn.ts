/** The spawn itself: a program and its arguments, never a shell line; an environment from an allowlist (T-11, D9). */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { raw } from '#messages/said.ts'
import type { Command, Ended } from './command.ts'
import { markerVariables } from './marker.ts'
import type { Pipe } from './pipe.ts'
import { startFailure } from './program.ts'

export type Exit = Pick<Ended, 'unavailable' | 'refused' | 'exitCode' | 'signal'>

export interface Spawned {
  /** Undefined when the program could not be started. */
  readonly pid: number | undefined
  readonly stdout: ChildProcess['stdout']
  readonly stderr: ChildProcess['stderr']
  /** A third pipe for reading, if requested. */
  readonly third: Readable | undefined
  readonly exit: Promise<Exit>
  readonly input: Input
}

interface SpawnOptions {
  /** One pipe for both outputs. */
  readonly pipe?: Pipe | undefined
  /** A pipe from the child on descriptor 3. */
  readonly third?: 'open'
  /** Gets what a child passes on descriptor 4, sockets included. */
  readonly hand?: ((message: unknown, handle: unknown) => void) | undefined
}

/** The child's input while it stays open. Writing to a child that no longer reads is not an error. */
export interface Input {
  write(text: string): void
  end(): void
}

/** Of a child whose input is fixed or empty. */
export const closedInput: Input = { write: () => undefined, end: () => undefined }

/** The child leads its own session and group. Never throws for what a user or the machine can cause. */
export function spawnBare(
  command: Pick<Command, 'file' | 'args' | 'cwd' | 'env' | 'marker' | 'stdin' | 'input'>,
  { pipe, third, hand }: SpawnOptions = {},
): Spawned {
  const staysOpen = command.input === 'stays open'
  const input = command.stdin === undefined && !staysOpen ? 'ignore' : 'pipe'
  const stdio: Exclude<StdioOptions, string> =
    pipe === undefined ? [input, 'pipe', 'pipe'] : [input, pipe.writing, pipe.writing]
  let child: ChildProcess
  try {
    child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: { ...command.env, ...(command.marker === undefined ? {} : markerVariables(command.marker)) },
      shell: false,
      detached: true,
      stdio: [
        ...stdio,
        ...(third === 'open' ? ['pipe' as const] : []),
        ...(hand === undefined ? [] : ['ipc' as const]),
      ],
    })
  } catch (error) {
    const exit = Promise.resolve(unavailable(command, error))
    return { pid: undefined, stdout: null, stderr: null, third: undefined, exit, input: closedInput }
  }
  // A child that does not read its input closes it; that is not an error.
  child.stdin?.on('error', () => undefined)
  if (hand !== undefined) child.on('message', hand)
  if (!staysOpen) child.stdin?.end(command.stdin)
  else if (command.stdin !== undefined) child.stdin?.write(command.stdin)
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    third: third === 'open' ? (child.stdio[3] as Readable) : undefined,
    exit: exitOf(child, command),
    input: staysOpen ? inputOf(child) : closedInput,
  }
}

function inputOf({ stdin }: ChildProcess): Input {
  return {
    write(text) {
      if (stdin?.writable === true) stdin.write(text)
    },
    end() {
      if (stdin?.writable === true) stdin.end()
    },
  }
}

function exitOf(child: ChildProcess, command: Pick<Command, 'cwd' | 'file' | 'env'>): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
    child.once('error', (error) => {
      // With a pid, only a signal could not be sent, and the exit still follows.
      if (child.pid === undefined) resolve(unavailable(command, error))
    })
  })
}

/** The kernel reports ENOENT for a missing directory and a missing program; users need to know which. */
function unavailable({ cwd, file, env }: Pick<Command, 'cwd' | 'file' | 'env'>, error: unknown): Exit {
  const path = existsSync(cwd) ? file : cwd
  const code = startFailure((error as NodeJS.ErrnoException).code ?? (error as Error).message, file, env['PATH'] ?? '')
  return refusedBySystem(path, code)
}

export function refusedBySystem(path: string, code: string): Exit {
  return { unavailable: raw(`${path}: ${code}`), refused: { path, code }, exitCode: null, signal: null }
}
