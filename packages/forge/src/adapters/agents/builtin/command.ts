/** Commands of the model: in the tree, with a deadline and bounded output; processes left in their group are ended. */
import { environmentOf, excerptOf, start } from '#adapters/exec/index.ts'
import { render } from '#messages/render.ts'

export interface CommandRequest {
  readonly root: string
  readonly signal: AbortSignal
  readonly command: string
  readonly timeoutMs: number
}

const size = { headBytes: 8 * 1024, tailBytes: 24 * 1024 }

export async function runCommand({ root, signal, command, timeoutMs }: CommandRequest): Promise<string> {
  const running = await start({
    file: 'sh',
    args: ['-c', command],
    cwd: root,
    env: ownEnvironment(),
    wallMs: timeoutMs,
    output: { stdout: size, stderr: size },
  })
  const stop = (): void => void running.kill()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const { exitCode, signal: killedBy, overran, unavailable, stdout, stderr } = await running.ended
  signal.removeEventListener('abort', stop)
  if (unavailable !== undefined) throw new Error(render(unavailable, 'en'))
  const end =
    overran === undefined ? `exit code ${exitCode ?? killedBy}` : `ended after ${timeoutMs} ms, its time was up`
  const parts = [end, excerptOf(stdout, size), excerptOf(stderr, size)]
  return parts.filter((part) => part !== '').join('\n')
}

/**
 * Forge made the environment of this process, and it holds no secret. The marks by which Forge finds leftovers of an
 * attempt are passed on; `environmentOf` alone would take them for those of another Forge.
 */
export function ownEnvironment(): Record<string, string> {
  const { env } = process
  const marks = Object.entries(env).filter(([name]) => name.startsWith('FORGE_'))
  const names = Object.keys(env)
  const home = env['HOME'] ?? '/'
  return {
    ...environmentOf({ home, tmp: env['TMPDIR'] ?? home, pass: names }),
    ...(Object.fromEntries(marks) as Record<string, string>),
  }
}
