/** Runs one command of the toolchain with the workspace's own Node and binaries first on PATH. */
import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const cache = join(root, 'node_modules/.cache/forge')

export interface Ran {
  readonly exitCode: number
  readonly output: string
  readonly seconds: number
}

/** Never throws: a command that cannot start returns 127 with the reason as output, one that was killed returns 124. */
export function run(
  command: string,
  options: { echo: boolean; timeoutMs?: number; env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const startedAt = performance.now()
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env, PATH: path },
    detached: true, // its own process group, so that a timeout or Ctrl-C ends the grandchildren too
  })
  handOnInterrupts()
  running.add(child)
  let output = ''
  const collect = (chunk: string): void => {
    output += chunk
    if (options.echo) process.stdout.write(chunk)
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  const timer =
    options.timeoutMs === undefined ? undefined : setTimeout(() => endGroup(child, 'SIGKILL'), options.timeoutMs)
  return new Promise((resolve) => {
    const finish = (exitCode: number): void => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ exitCode, output, seconds: (performance.now() - startedAt) / 1000 })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 124))
  })
}

const running = new Set<ChildProcess>()
let handsOn = false

/** SIGTERM, not SIGKILL: a child that runs commands itself passes it on. */
function handOnInterrupts(): void {
  if (handsOn) return
  handsOn = true
  const interrupt = (): never => {
    for (const child of running) endGroup(child, 'SIGTERM')
    process.exit(130)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}
