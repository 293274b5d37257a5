/** An agent's program on this machine: found on PATH, so that the user's own login is used, and asked for its version once. */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { environmentOf, findProgram, run } from '#adapters/exec/index.ts'
import { say, type Said } from '#messages/said.ts'
import type { TokenFile } from './logins/index.ts'
import { installOf, isTooOld, missingIn, type Works } from './versions.ts'

export interface Program {
  /** The command's name. */
  readonly file: string
  readonly versionArguments: readonly string[]
  /** The versions this Forge was tested with, as prefixes such as `2.1`. */
  readonly triedVersions: readonly string[]
  /** Which versions accept the arguments of this Forge; others are refused before the start. Absent: unknown. */
  readonly works?: Works | undefined
  /** How to install it. */
  readonly install: Said
  /** How to log in, and where a login is visible. */
  readonly login: {
    readonly hint: Said
    readonly variables: readonly string[]
    /** Relative to the user's home. */
    readonly files: readonly string[]
    /** Settings that the login needs, relative to the user's home: linked with it, but no sign of a login. */
    readonly settings?: readonly string[]
    /**
     * Present where the program writes refreshed tokens as a new file, which would replace a link: Forge lends it the
     * tokens and copies refreshed ones back. If the program writes in place, Forge links the file.
     */
    readonly renews?: TokenFile
  }
  /** Variables by which a user configures it for a provider without a key, and that provider's name. */
  readonly elsewhere?: Readonly<Record<string, string>>
}

export interface Installed {
  readonly path: string
  /** Undefined when it printed none. */
  readonly version: string | undefined
  readonly isTried: boolean
}

/** Searched each time, because it may be installed meanwhile; its version is read once per path. */
export async function findInstalled(program: Program, given: string | undefined): Promise<Installed | undefined> {
  const path = findProgram(given ?? program.file, process.env['PATH'] ?? '')
  if (path === undefined) return undefined
  const version = await versionOf(path, program)
  const isTried = version !== undefined && program.triedVersions.some((start) => `${version}.`.startsWith(`${start}.`))
  return { path, version, isTried }
}

async function versionOf(path: string, { versionArguments }: Program): Promise<string | undefined> {
  const { out } = await ask(path, versionArguments)
  return /\d+\.\d+(\.\d+)?/.exec(out)?.[0]
}

interface Printed {
  readonly out: string
  readonly err: string
  readonly exitCode: number | null
}

const asked = new Map<string, Promise<Printed>>()

/** What it prints, cached per program file: a replaced file is asked again. */
function ask(path: string, args: readonly string[]): Promise<Printed> {
  const question = [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0, ...args].join(' ')
  const known = asked.get(question)
  if (known !== undefined) return known
  const asking = printed(path, args)
  asked.set(question, asking)
  return asking
}

async function printed(path: string, args: readonly string[]): Promise<Printed> {
  const env = environmentOf({ home: '/nonexistent', tmp: '/tmp' })
  const ended = await run({ file: path, args, cwd: '/', env, wallMs: 20_000 })
  const [out, err] = [ended.stdout, ended.stderr].map(({ tail }) => tail.toString('utf8'))
  return { out: out ?? '', err: err ?? '', exitCode: ended.exitCode }
}

/** Whether a configured command line names a program that does not exist. A program inside the tree is not checked. */
export function isMissingProgram(file: string): boolean {
  if (file.includes('/') && !isAbsolute(file)) return false
  return findProgram(file, process.env['PATH'] ?? '') === undefined
}

/** The warning about an untested version; undefined: none. */
export function versionWarning({ file, triedVersions }: Program, { version, isTried }: Installed): Said | undefined {
  // No version of a program known only by its row was tested.
  if (isTried || triedVersions.length === 0) return undefined
  const tried = triedVersions.map((start) => `${start}.x`).join(', ')
  return version === undefined
    ? say('program.doesNotSayVersion', { file, tried })
    : say('program.versionNotTried', { file, version, tried })
}

/** Why this version cannot work, and which can; undefined: it can, or its version and help are unknown. */
export async function unfitVersion(program: Program, { path, version, isTried }: Installed): Promise<Said | undefined> {
  const { works, file } = program
  if (works === undefined) return undefined
  const install = installOf(works)
  if (version !== undefined && works.from !== undefined && isTooOld(works, version))
    return say('program.tooOld', { file, version, first: works.from.version, install })
  if (isTried) return undefined
  const { out, err, exitCode } = await ask(path, works.help.arguments)
  // Some print their help to stderr; a call that fails has printed none.
  const missing = exitCode === 0 ? missingIn(works, `${out}\n${err}`) : []
  if (missing.length === 0) return undefined
  const which = version ?? say('program.unknownVersion')
  return say('program.doesNotKnowFlags', {
    file,
    version: which,
    flags: missing.join(', '),
    driven: works.driven,
    install,
  })
}
