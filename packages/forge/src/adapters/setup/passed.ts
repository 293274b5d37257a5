/**
 * What setup gets of the user's own while its commands run: variables by name, and copies of files of their home.
 *
 * 1. Only what is named is given.
 * 2. A copy is in the private place of these commands, which is removed at their end. The lasting home only links to
 *    it, so that nothing of it is stored there; afterwards anything at the link's path is removed too, since a tool may
 *    have written it.
 * 3. If an agent has worked in the tree, only what the configuration marks for all content is given.
 */
import { lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OwnPlace } from '#adapters/exec/index.ts'
import type { Content } from '#engine/ports.ts'

export interface Passed {
  readonly variables: readonly string[]
  /** Paths relative to the home. */
  readonly files: readonly string[]
  readonly to: 'merged' | 'all'
  /** The user's own home. */
  readonly home: string
}

const largestFile = 1_000_000

export interface Lent {
  readonly variables: readonly string[]
  /** What is named but does not exist. */
  readonly missing: readonly string[]
  /** What is named but not given, because an agent has worked here. */
  readonly withheld: readonly string[]
  giveBack(): Promise<void>
}

const nothing: Lent = { variables: [], missing: [], withheld: [], giveBack: () => Promise.resolve() }

/** `home`: the HOME of the commands. */
export async function lend(passed: Passed | undefined, content: Content, place: OwnPlace, home: string): Promise<Lent> {
  if (passed === undefined) return nothing
  const { variables, files, to } = passed
  if (content !== 'merged' && to !== 'all')
    return { ...nothing, withheld: [...variables, ...files.map((path) => `~/${path}`)] }
  const missing = variables.filter((name) => process.env[name] === undefined)
  const standing: string[] = []
  for (const path of files) {
    const bytes = await readSmall(join(passed.home, path))
    const at = join(home, path)
    if (bytes === undefined || !(await isFree(at))) missing.push(`~/${path}`)
    else {
      await put(bytes, path, { place, home })
      standing.push(at)
    }
  }
  return {
    variables,
    missing,
    withheld: [],
    giveBack: async () => void (await Promise.all(standing.map((at) => rm(at, { recursive: true, force: true })))),
  }
}

interface Standing {
  readonly place: OwnPlace
  readonly home: string
}

async function put(bytes: Uint8Array, path: string, { place, home }: Standing): Promise<void> {
  const at = join(home, path)
  await mkdir(dirname(at), { recursive: true, mode: 0o700 })
  await rm(at, { force: true })
  const isOwn = home === place.home
  const copy = isOwn ? at : join(place.tmp, 'passed', path)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  await writeFile(copy, bytes, { mode: 0o600 })
  if (!isOwn) await symlink(copy, at)
}

/** A link to it is allowed: the user's own way to store it elsewhere. */
async function readSmall(path: string): Promise<Uint8Array | undefined> {
  const seen = await stat(path).catch(() => undefined)
  if (seen?.isFile() !== true || seen.size > largestFile) return undefined
  return readFile(path).catch(() => undefined)
}

/** A folder that setup made is not removed for it. */
async function isFree(path: string): Promise<boolean> {
  const seen = await lstat(path).catch(() => undefined)
  return seen?.isDirectory() !== true
}
