/** A program that the user operates at this terminal, such as their editor: it has the terminal until it ends. */
import { spawn } from 'node:child_process'
import { raw, say, type Said } from '#messages/said.ts'

export interface Foreground {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Resolves with its exit code, or why there is none. Stays in the terminal's foreground group, so it gets the keys. */
export function runForeground({ file, args, env }: Foreground): Promise<number | Said> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', shell: false, env })
    child.once('error', (error) => resolve(raw(error.message)))
    child.once('exit', (code, signal) =>
      resolve(code ?? say('program.endedBy', { signal: signal ?? say('program.aSignal') })),
    )
  })
}
