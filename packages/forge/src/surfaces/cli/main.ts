/** The process of the command line: the machine's terminal, environment, clock and signals, handed on as values. */
import { homedir } from 'node:os'
import { callForge } from './command-line.ts'
import type { Terminal } from './terminal.ts'

const codes = { SIGINT: 130, SIGTERM: 143 } as const

const stop = new AbortController()
let signalled: keyof typeof codes | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time nobody waits any more.
    if (signalled !== undefined) process.exit(codes[signal])
    signalled = signal
    stop.abort()
  })
}
// `forge events | head`: the reader has what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const terminal: Terminal = {
  env: process.env,
  stdinIsTerminal: process.stdin.isTTY,
  stdoutIsTerminal: process.stdout.isTTY,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  async ask(question) {
    const { createInterface } = await import('node:readline/promises')
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await lines.question(question, { signal: stop.signal })
    } catch {
      return undefined
    } finally {
      lines.close()
    }
  },
}

const exitCode = await callForge({
  args: process.argv.slice(2),
  terminal,
  surroundings: {
    cwd: process.cwd(),
    env: process.env,
    home: homedir(),
    now: () => Date.now(),
    program: process.argv[1] ?? '',
    machine: {
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? 'none',
      platform: `${process.platform}-${process.arch}`,
    },
  },
  signal: stop.signal,
})
process.exitCode = signalled === undefined ? exitCode : codes[signalled]
