/** Runs one command of the toolchain with the workspace's own Node and binaries first on PATH. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const cache = join(root, 'node_modules/.cache/forge')

export interface Ran {
  readonly exitCode: number
  readonly output: string
  readonly seconds: number
}

/** Never throws: a command that cannot start answers 127 with the reason as output. */
export function run(command: string, options: { echo: boolean; timeoutMs?: number }): Promise<Ran> {
  const startedAt = performance.now()
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
    detached: true, // its own process group, so that a timeout ends the grandchildren too
  })
  let output = ''
  const collect = (chunk: string): void => {
    output += chunk
    if (options.echo) process.stdout.write(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => endGroup(child.pid), options.timeoutMs)
  return new Promise((resolve) => {
    const finish = (exitCode: number): void => {
      clearTimeout(timer)
      resolve({ exitCode, output, seconds: (performance.now() - startedAt) / 1000 })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 124))
  })
}

function endGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
