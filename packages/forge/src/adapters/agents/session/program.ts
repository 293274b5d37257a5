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
  /** The versions that this Forge was tried with, by their beginning, such as `2.1`. */
  readonly triedVersions: readonly string[]
  /** Which versions take what this Forge tells them; others are refused before anything begins. Absent: nobody knows. */
  readonly works?: Works | undefined
  /** How somebody gets it. */
  readonly install: Said
  /** How somebody logs in, and where that is seen. */
  readonly login: {
    readonly hint: Said
    readonly variables: readonly string[]
    /** From the user's home. */
    readonly files: readonly string[]
    /** Settings that the login is of no use without, from the user's home: linked with it, and no sign of one. */
    readonly settings?: readonly string[]
    /**
     * Present where the program writes refreshed tokens as a new file, which would replace a link: they are lent to it, and brought
     * home. Where it writes into the file that is there, the file is linked.
     */
    readonly renews?: TokenFile
  }
  /** Variables by which a user points it at a provider without a key, and what that is called. */
  readonly elsewhere?: Readonly<Record<string, string>>
}

export interface Installed {
  readonly path: string
  /** Undefined when it did not say. */
  readonly version: string | undefined
  readonly isTried: boolean
}

/** Looked for anew each time, because it may be installed meanwhile; its version is asked once per path. */
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

/** What it prints, once per program: one that was replaced since is another one. */
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

/** Whether somebody's own command line names a program that is not there. One that is named from the tree is not looked for here. */
export function isMissingProgram(file: string): boolean {
  if (file.includes('/') && !isAbsolute(file)) return false
  return findProgram(file, process.env['PATH'] ?? '') === undefined
}

/** What to say about a version that nobody has tried; undefined when there is nothing to say. */
export function versionWarning({ file, triedVersions }: Program, { version, isTried }: Installed): Said | undefined {
  // Of one that nobody has tried at all that is known by its row.
  if (isTried || triedVersions.length === 0) return undefined
  const tried = triedVersions.map((start) => `${start}.x`).join(', ')
  return version === undefined
    ? say('program.doesNotSayVersion', { file, tried })
    : say('program.versionNotTried', { file, version, tried })
}

/** Why this version cannot work, and which can; undefined: it can, or it tells nothing of itself. */
export async function unfitVersion(program: Program, { path, version, isTried }: Installed): Promise<Said | undefined> {
  const { works, file } = program
  if (works === undefined) return undefined
  const install = installOf(works)
  if (version !== undefined && works.from !== undefined && isTooOld(works, version))
    return say('program.tooOld', { file, version, first: works.from.version, install })
  if (isTried) return undefined
  const { out, err, exitCode } = await ask(path, works.help.arguments)
  // Some print their help as errors; what fails has printed none.
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
