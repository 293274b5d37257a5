/** The process of the command line: passes the machine's terminal, environment, clock and signals on as values. */
import { homedir } from 'node:os'
import { openSupervisor } from '#forge.ts'
import { callForge } from './command-line.ts'
import { languageSettings } from '#surfaces/operations/text/language.ts'
import { english, withLanguage, textOf, type Speech } from '#surfaces/operations/text/message.ts'
import { flagIn, languageNamed } from './language.ts'
import type { Terminal } from './terminal.ts'

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const stop = new AbortController()
const supervisor = openSupervisor({ signal: stop.signal })
let signalled: keyof typeof codes | undefined
let isEditing = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // While an editor has the terminal, its keys belong to the editor.
    if (isEditing && signal === 'SIGINT') return
    if (signalled === undefined) {
      signalled = signal
      stop.abort()
    } else void killAndExit(codes[signalled])
  })
}

let isKilling = false

/** Too late to read the configuration. */
function speechNow(): Promise<Speech> {
  const named = flagIn(process.argv) ?? languageNamed(process.env['FORGE_LANG'])
  return named === undefined ? Promise.resolve(english) : languageSettings(named)
}

/** The second signal ends everything that was started without waiting for it; the third does not even wait for that. */
async function killAndExit(code: number): Promise<void> {
  if (isKilling) process.exit(code)
  isKilling = true
  process.stderr.write(`${withLanguage(await speechNow(), () => textOf('end.now'))}\n`)
  await supervisor.kill()
  process.exit(code)
}
// `forge events
// head`: the reader has what it wanted. A closed terminal takes no output, and running work still ends cleanly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (signalled !== 'SIGHUP') process.exit(error.code === 'EPIPE' ? 0 : 1)
})
process.stderr.on('error', () => undefined)

/** One line from the terminal, with the typed text shown on `output`. */
async function askOn(
  output: NodeJS.WritableStream,
  question: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { createInterface } = await import('node:readline')
  const lines = createInterface({
    input: process.stdin,
    output,
    ...(output === process.stderr ? {} : { terminal: true }),
  })
  const over = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])])
  // While a line is typed the terminal delivers Ctrl-C as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once('close', () => resolve(undefined))
      over.addEventListener('abort', () => resolve(undefined))
      if (over.aborted) resolve(undefined)
      else lines.question(question, resolve)
    })
  } finally {
    if (over.aborted) process.stderr.write('\n')
    lines.close()
  }
}

const terminal: Terminal = {
  env: process.env,
  // Read only by code that would ask the user: making the stream takes milliseconds.
  get stdinIsTerminal() {
    return process.stdin.isTTY
  },
  stdoutIsTerminal: process.stdout.isTTY,
  size: () => ({ columns: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 }),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  ask: (question, signal) => askOn(process.stderr, question, signal),
  async askHidden(question) {
    const { Writable } = await import('node:stream')
    process.stderr.write(question)
    // Typed text is not shown.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    try {
      return await askOn(nowhere, '')
    } finally {
      process.stderr.write('\n')
    }
  },
  async edit(text, name) {
    const { editText } = await import('#forge.ts')
    isEditing = true
    try {
      return await editText(text, name, process.env)
    } finally {
      isEditing = false
    }
  },
}

const exitCode = await supervisor.within(() =>
  callForge({
    args: process.argv.slice(2),
    terminal,
    surroundings: {
      supervisor,
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
  }),
)
process.exitCode = signalled === undefined ? exitCode : codes[signalled]
