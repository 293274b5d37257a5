/** Starts git, through the only spawn of Forge; its output is kept up to a limit. */
import { run } from '#adapters/exec/index.ts'
import type { RunProgram } from '#adapters/git/index.ts'
import { render } from '#messages/render.ts'
import { defined } from '#model/defined.ts'

export const gitProgram: RunProgram = async ({ argv, cwd, env, input, maxBytes, timeoutMs }) => {
  const [file = 'git', ...args] = argv
  const chunks: Uint8Array[] = []
  let bytes = 0
  const ended = await run({
    file,
    args,
    cwd,
    env,
    wallMs: timeoutMs,
    ...defined({ stdin: input }),
    output: {
      stdout: { tailBytes: 0 },
      onStdout(chunk) {
        bytes += chunk.length
        if (bytes <= maxBytes) chunks.push(Uint8Array.from(chunk))
      },
    },
  })
  const isUnavailable = ended.unavailable !== undefined
  return {
    code: isUnavailable ? 127 : ended.exitCode,
    stdout: Buffer.concat(chunks),
    stderr: ended.unavailable === undefined ? ended.stderr.tail.toString('utf8') : render(ended.unavailable, 'en'),
    truncated: bytes > maxBytes,
  }
}
