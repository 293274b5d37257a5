/**
 * The wider half of the health report (R-18): what Forge is made of, what it has stored and what it wrote into the
 * repository. Each examination says what it saw; what could not be looked at is `unknown`, never `ok`.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config/load.ts'
import { faultText } from '#config/parse.ts'
import { parseGates } from '#core/gates/parse.ts'
import { newestVersions } from '#core/state/upcast.ts'
import type { Locks, Log } from '#engine/ports.ts'
import type { Event } from '#model/event.ts'
import type { Examined } from './examine.ts'
import { listGenerated } from './generated.ts'
import type { Places } from './places.ts'
import { listPresets } from './presets.ts'
import { listKept } from './retention.ts'
import { findDriver, listRuns } from './rows.ts'

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The files of the package against the list that was made when it was built. */
export function examineIntegrity(folder = packageFolder()): Examined {
  const name = 'integrity'
  const manifest = join(folder, 'integrity.json')
  if (!existsSync(manifest)) return { name, state: 'unknown', detail: 'runs from its sources: there is no manifest' }
  const listed = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>)
  const wrong = listed.filter(([path, hash]) => {
    const file = join(folder, path)
    return !existsSync(file) || digest(readFileSync(file)) !== hash
  })
  const remedy = 'install Forge again: npm install -g forgeloop'
  if (wrong.length > 0)
    return { name, state: 'problem', detail: `changed or gone: ${pathsIn(wrong.map(([path]) => path))}`, remedy }
  return { name, state: 'ok', detail: `${listed.length} files of the package as they were built (SHA-256)` }
}

/** Bundled, this file lies in that folder; in the library, in one below it. */
function packageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return existsSync(join(here, 'integrity.json')) ? here : dirname(here)
}

function pathsIn(paths: readonly string[]): string {
  return `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`
}

/** Large values of runs: each is named by its own hash. */
export function examineBlobs({ blobs }: Places): Examined {
  const name = 'stored texts'
  const files = foldersIn(blobs).flatMap((folder) => namesIn(join(blobs, folder)).map((file) => join(folder, file)))
  const whole = files.filter((file) => !file.includes('.draft-'))
  const wrong = whole.filter((file) => digest(readFileSync(join(blobs, file))) !== file.split('/')[1])
  if (wrong.length === 0) return { name, state: 'ok', detail: `${whole.length} blobs, each has the hash of its name` }
  const remedy = 'runs that were told these texts cannot be gone on with: begin them again'
  return { name, state: 'problem', detail: `damaged: ${pathsIn(wrong)}`, remedy }
}

const leastBytes = 1_000_000_000

export function examineDisk({ state }: Places): Examined {
  const name = 'disk'
  try {
    const { bavail, bsize } = statfsSync(existing(state))
    const free = bavail * bsize
    const detail = `${(free / 1_000_000_000).toFixed(1)} GB free for trees and journal`
    return free >= leastBytes
      ? { name, state: 'ok', detail }
      : { name, state: 'warning', detail, remedy: 'make room: runs wait when the disk is full' }
  } catch (error) {
    return { name, state: 'unknown', detail: `cannot be asked: ${String(error)}` }
  }
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path))
}

/** Runs that nobody drives and that could go on. */
export async function examineRuns(log: Log<Event>, locks: Locks): Promise<Examined> {
  const name = 'runs'
  const rows = await listRuns(log)
  if (!rows.ok) return { name, state: 'unknown', detail: rows.failure.message }
  const left: string[] = []
  for (const { run, status } of rows.value)
    if (status === 'running' && !(await findDriver(locks, run)).alive) left.push(run)
  const detail = `${rows.value.length} runs`
  return left.length === 0
    ? { name, state: 'ok', detail: `${detail}, none left in the middle` }
    : { name, state: 'warning', detail: `${detail}; nobody drives ${pathsIn(left)}`, remedy: `forge resume ${left[0]}` }
}

/** Events of former versions are read up by a chain, and never written anew: the journal stays what it was. */
export async function examineMigrations(log: Log<Event>): Promise<Examined> {
  const name = 'migrations'
  const rows = await listRuns(log)
  if (!rows.ok) return { name, state: 'unknown', detail: rows.failure.message }
  const { types, steps } = newestVersions()
  for (const { run } of rows.value) {
    const read = await log.read(run, 0)
    if (!read.ok && read.failure.why === 'newer')
      return { name, state: 'problem', detail: `run ${run} was written by a newer Forge`, remedy: 'update Forge' }
    if (!read.ok) return { name, state: 'unknown', detail: `run ${run} cannot be read` }
  }
  const chain = steps.length === 0 ? 'no step is needed' : `steps: ${steps.join(', ')}`
  return { name, state: 'ok', detail: `${types} kinds of events, ${chain}; ${rows.value.length} runs read up to today` }
}

export function examineTranscripts({ transcripts }: Places, { settings }: Config): Examined {
  const name = 'transcripts'
  const kept = listKept(transcripts)
  const megabytes = Math.round(kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)
  const detail = `${kept.length} runs, ${megabytes} of ${settings.transcripts.megabytes} MB`
  return megabytes <= settings.transcripts.megabytes
    ? { name, state: 'ok', detail }
    : { name, state: 'warning', detail, remedy: 'forge prune' }
}

const standingWords = {
  'as written': (path: string, by: string) => `${path} as written by Forge ${by}`,
  edited: (path: string, by: string) => `${path} edited since Forge ${by} wrote it`,
  gone: (path: string, by: string) => `${path} is gone since Forge ${by} wrote it`,
} as const

/** What Forge wrote into the repository: the user's edits are theirs, and known as such. */
export function examineGenerated(places: Places, root: string): Examined {
  const name = 'generated files'
  const files = listGenerated(places, root)
  if (files.length === 0) return { name, state: 'ok', detail: 'none was written from here' }
  const words = files.map(({ path, standing, writings }) => {
    const by = writings.findLast(({ choice }) => choice !== 'kept')?.version ?? ''
    return standingWords[standing](path, by)
  })
  const isGone = files.some(({ standing }) => standing === 'gone')
  return {
    name,
    state: isGone ? 'warning' : 'ok',
    detail: words.join('; '),
    ...(isGone ? { remedy: 'forge init' } : {}),
  }
}

/** Everything of the project that a run would read is sound: presets and gates. */
export function examineStructure(root: string, config: Config): readonly Examined[] {
  const presets = listPresets(root, config)
  const faults = presets.flatMap(({ preset }) => (preset.ok ? [] : preset.failure.map(faultText)))
  const gates = namesIn(join(root, '.forge/gates')).filter((file) => file.endsWith('.md'))
  const wrong = gates.flatMap((file) => gateFaults(join(root, '.forge/gates', file), `.forge/gates/${file}`))
  return [
    faults.length === 0
      ? { name: 'presets', state: 'ok', detail: `${presets.length} can be run` }
      : { name: 'presets', state: 'problem', detail: faults[0] ?? '', remedy: 'forge preset check' },
    wrong.length === 0
      ? { name: 'gates', state: 'ok', detail: `${gates.length} files of the project` }
      : { name: 'gates', state: 'problem', detail: wrong[0] ?? '', remedy: 'docs/gates.md describes the language' },
  ]
}

function gateFaults(path: string, name: string): readonly string[] {
  const parsed = parseGates(readFileSync(path, 'utf8'))
  return parsed.ok ? [] : parsed.failure.map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`)
}

function foldersIn(path: string): readonly string[] {
  return namesIn(path).filter((name) => /^[0-9a-f]{2}$/.test(name))
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).toSorted()
  } catch {
    return []
  }
}
