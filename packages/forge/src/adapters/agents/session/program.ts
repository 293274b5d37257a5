/** An agent's program on this machine: found on PATH, so that the user's own login is used, and asked for its version once. */
import { environmentOf, findProgram, run } from '#adapters/exec/index.ts'
import type { TokenFile } from './logins/index.ts'

export interface Program {
  /** The command's name. */
  readonly file: string
  readonly versionArguments: readonly string[]
  /** The versions that this Forge was tried with, by their beginning, such as `2.1`. */
  readonly triedVersions: readonly string[]
  /** The first version that takes what this Forge tells it; older ones are refused before anything begins. */
  readonly worksFrom?: string
  /** How somebody gets it. */
  readonly install: string
  /** How somebody logs in, and where that is seen. */
  readonly login: {
    readonly hint: string
    readonly variables: readonly string[]
    /** From the user's home. */
    readonly files: readonly string[]
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

const asked = new Map<string, Promise<string | undefined>>()

function versionOf(path: string, { versionArguments }: Program): Promise<string | undefined> {
  const known = asked.get(path)
  if (known !== undefined) return known
  const asking = askVersion(path, versionArguments)
  asked.set(path, asking)
  return asking
}

async function askVersion(path: string, args: readonly string[]): Promise<string | undefined> {
  const env = environmentOf({ home: '/nonexistent', tmp: '/tmp' })
  const ended = await run({ file: path, args, cwd: '/', env, wallMs: 20_000 })
  return /\d+\.\d+(\.\d+)?/.exec(ended.stdout.tail.toString('utf8'))?.[0]
}

/** What to say about a version that nobody has tried; undefined when there is nothing to say. */
export function versionWarning({ file, triedVersions }: Program, { version, isTried }: Installed): string | undefined {
  if (isTried) return undefined
  const tried = triedVersions.map((start) => `${start}.x`).join(', ')
  return version === undefined
    ? `${file} does not say its version; this Forge was tried with ${tried}`
    : `${file} is version ${version}, and this Forge was tried with ${tried}: lines that it does not know are counted and left alone`
}

/** Why this version cannot work, and which can; undefined: it can, or it does not say its version. */
export function tooOld({ file, worksFrom, install }: Program, { version }: Installed): string | undefined {
  if (worksFrom === undefined || version === undefined || !isBefore(version, worksFrom)) return undefined
  return `${file} is version ${version}, and this Forge works with ${worksFrom} and later: ${install}`
}

function isBefore(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split('.').map(Number))
  const at = [0, 1, 2].find((index) => (left?.[index] ?? 0) !== (right?.[index] ?? 0))
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
