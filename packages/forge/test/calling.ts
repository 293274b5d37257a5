/**
 * The command line called in the process of a test: what it says and its exit code, without the start of a process. For
 * tests that are about what Forge does; those about signals, terminals and killed processes start a real one.
 */
import { enableCompileCache } from 'node:module'
import type { callForge } from '#surfaces/cli/command-line.ts'
import type { Terminal } from '#surfaces/cli/terminal.ts'
import { bundledProgram, compiled } from '../../../scripts/bundled.ts'

export interface Ran {
  readonly exitCode: number | null
  readonly out: string
  readonly error: string
}

export interface Caller {
  readonly cwd: string
  /** The whole environment; HOME is in it. */
  readonly env: Readonly<Record<string, string>>
  readonly now?: () => number
  /** What a person types, line by line; absent: nobody sits at a terminal. */
  readonly types?: readonly string[]
}

const source = new URL('../src/surfaces/cli/command-line.ts', import.meta.url).pathname

/** The user of a test made its repositories: they are trusted, unless the caller says otherwise (`FORGE_TRUSTED: ''`). */
export const trusting = { FORGE_TRUSTED: '/' } as const

export async function callHere(
  args: readonly string[],
  { cwd, env: given, now = Date.now, types }: Caller,
): Promise<Ran> {
  const env: Caller['env'] = { ...trusting, ...given }
  const { call, program } = await load()
  const told = { out: '', error: '' }
  const leave = enter(env)
  try {
    const exitCode = await call({
      args,
      terminal: terminalOf(env, told, types),
      surroundings: {
        cwd,
        env,
        home: env['HOME'] ?? '',
        now,
        program,
        machine: { node: process.versions.node, sqlite: process.versions.sqlite ?? 'none', platform: 'test' },
      },
      signal: new AbortController().signal,
    })
    return { exitCode, ...told }
  } finally {
    leave()
  }
}

let loaded: Promise<{ readonly call: typeof callForge; readonly program: string }> | undefined

/** From the bundle: loading four hundred sources for every test file would take longer than most of its tests. */
function load(): NonNullable<typeof loaded> {
  loaded ??= (async () => {
    enableCompileCache(compiled)
    const program = await bundledProgram(source)
    const { callForge: call } = (await import(program)) as { callForge: typeof callForge }
    return { call, program }
  })()
  return loaded
}

function terminalOf(
  env: Caller['env'],
  told: { out: string; error: string },
  types: readonly string[] | undefined,
): Terminal {
  const lines = [...(types ?? [])]
  return {
    env,
    stdinIsTerminal: types !== undefined,
    stdoutIsTerminal: types !== undefined,
    size: () => ({ columns: 80, rows: 24 }),
    out: (text) => void (told.out += text),
    error: (text) => void (told.error += text),
    ask: () => Promise.resolve(lines.shift()),
    askHidden: () => Promise.resolve(undefined),
    edit: (text) => Promise.resolve({ ok: true, value: text }),
  }
}

let own = { ...process.env }
let inside = 0
let current = ''

/** Adapters read PATH, HOME and git's variables from the process: while a call lasts, it has those of the caller. */
function enter(env: Caller['env']): () => void {
  const wanted = JSON.stringify(env)
  if (inside > 0 && current !== wanted)
    throw new Error('two calls at once with different environments: start processes')
  if (inside === 0) own = { ...process.env }
  inside += 1
  current = wanted
  replaceEnvironment(env)
  return () => {
    inside -= 1
    if (inside === 0) replaceEnvironment(own)
  }
}

function replaceEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
