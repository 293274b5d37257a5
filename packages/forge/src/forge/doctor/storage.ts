/**
 * The wider half of the health report: Forge's own package, its stored data and what it wrote into the
 * repository. Each examination says what it saw; what could not be examined is `unknown`, never `ok`.
 */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freeBytesAt, isThere, namesIn, readBytes } from '#adapters/files/plain.ts'
import type { Config } from '#config/load.ts'
import { faultText } from '#config/parse.ts'
import { parseGates } from '#core/gates/parse.ts'
import { newestVersions } from '#core/state/upcast.ts'
import type { Locks, Log } from '#engine/ports.ts'
import { raw, say, several, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { placeholders } from '#presets/vocabulary.ts'
import type { Examined } from './machine.ts'
import { firstOf, gateFaultText } from '#forge/faults.ts'
import { listGenerated } from '#forge/housekeeping/generated-record.ts'
import type { Places } from '#forge/place/places.ts'
import { listPresets } from '#forge/start/presets.ts'
import { listKept } from '#forge/housekeeping/retention.ts'
import { findDriver, listRuns } from '#forge/look/run-list.ts'

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Compares the files of the package with the list made when it was built. */
export function examineIntegrity(folder = packageFolder()): Examined {
  const name = say('doctor.integrity')
  const manifest = join(folder, 'integrity.json')
  if (!isThere(manifest)) return { name, state: 'unknown', detail: say('doctor.noManifest') }
  const listed = Object.entries(JSON.parse(readBytes(manifest).toString('utf8')) as Record<string, string>)
  const wrong = listed.filter(([path, hash]) => {
    const file = join(folder, path)
    return !isThere(file) || digest(readBytes(file)) !== hash
  })
  const remedy = say('doctor.installForgeAgain')
  if (wrong.length > 0)
    return {
      name,
      state: 'problem',
      detail: say('doctor.packageFilesChanged', { paths: firstOf(wrong.map(([path]) => path)) }),
      remedy,
    }
  return { name, state: 'ok', detail: say('doctor.packageFilesAsBuilt', { count: listed.length }) }
}

/** Bundled, this file lies in the folder of the list; in the library, in a folder somewhere below it. */
function packageFolder(folder = dirname(fileURLToPath(import.meta.url))): string {
  const isLast = isThere(join(folder, 'integrity.json')) || isThere(join(folder, 'package.json'))
  return isLast || dirname(folder) === folder ? folder : packageFolder(dirname(folder))
}

/** Large values of runs: each is named by its own hash. */
export function examineBlobs({ blobs }: Places): Examined {
  const name = say('doctor.storedTexts')
  const files = foldersIn(blobs).flatMap((folder) => namesIn(join(blobs, folder)).map((file) => join(folder, file)))
  const whole = files.filter((file) => !file.includes('.draft-'))
  const wrong = whole.filter((file) => digest(readBytes(join(blobs, file))) !== file.split('/')[1])
  if (wrong.length === 0) return { name, state: 'ok', detail: say('doctor.storedTextsSound', { count: whole.length }) }
  const remedy = say('doctor.beginRunsAgain')
  return { name, state: 'problem', detail: say('doctor.storedTextsDamaged', { paths: firstOf(wrong) }), remedy }
}

const leastBytes = 1_000_000_000

export function examineDisk({ state }: Places): Examined {
  const name = say('doctor.disk')
  try {
    const free = freeBytesAt(existing(state))
    const detail = say('disk.freeSpace', { size: (free / 1_000_000_000).toFixed(1) })
    return free >= leastBytes
      ? { name, state: 'ok', detail }
      : { name, state: 'warning', detail, remedy: say('disk.makeRoom') }
  } catch (error) {
    return { name, state: 'unknown', detail: say('disk.cannotBeAsked', { error: String(error) }) }
  }
}

function existing(path: string): string {
  return isThere(path) || dirname(path) === path ? path : existing(dirname(path))
}

/** Runs that no process drives and that could be resumed. */
export async function examineRuns(log: Log<Event>, locks: Locks): Promise<Examined> {
  const name = say('doctor.runs')
  const rows = await listRuns(log)
  if (!rows.ok) return { name, state: 'unknown', detail: rows.failure.message }
  const left: string[] = []
  for (const { run, status } of rows.value)
    if (status === 'running' && !(await findDriver(locks, run)).alive) left.push(run)
  const what = say('doctor.runsCounted', { count: rows.value.length })
  return left.length === 0
    ? { name, state: 'ok', detail: say('doctor.noRunLeftInMiddle', { what }) }
    : {
        name,
        state: 'warning',
        detail: say('doctor.runsNobodyDrives', { what, runs: firstOf(left) }),
        remedy: raw(`forge resume ${left[0]}`),
      }
}

/** Events of former versions are converted by a chain on reading, and never rewritten: the journal stays as it was. */
export async function examineMigrations(log: Log<Event>): Promise<Examined> {
  const name = say('doctor.migrations')
  const rows = await listRuns(log)
  if (!rows.ok) return { name, state: 'unknown', detail: rows.failure.message }
  const { types, steps } = newestVersions()
  for (const { run } of rows.value) {
    const read = await log.read(run, 0)
    if (!read.ok && read.failure.why === 'newer')
      return {
        name,
        state: 'problem',
        detail: say('run.writtenByNewerForge', { run }),
        remedy: say('hint.updateForge'),
      }
    if (!read.ok) return { name, state: 'unknown', detail: say('run.cannotBeRead', { run }) }
  }
  const chain =
    steps.length === 0 ? say('doctor.noMigrationNeeded') : say('doctor.migrationSteps', { steps: steps.join(', ') })
  return { name, state: 'ok', detail: say('doctor.migrationsReadUp', { types, chain, count: rows.value.length }) }
}

export function examineTranscripts({ transcripts }: Places, { settings }: Config): Examined {
  const name = say('doctor.transcripts')
  const kept = listKept(transcripts)
  const megabytes = Math.round(kept.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)
  const detail = say('doctor.transcriptsSize', {
    count: kept.length,
    size: megabytes,
    most: settings.transcripts.megabytes,
  })
  return megabytes <= settings.transcripts.megabytes
    ? { name, state: 'ok', detail }
    : { name, state: 'warning', detail, remedy: raw('forge prune') }
}

const standingWords = {
  'as written': (path: string, by: string) => say('generated.asWrittenByVersion', { path, version: by }),
  edited: (path: string, by: string) => say('generated.editedSinceVersion', { path, version: by }),
  gone: (path: string, by: string) => say('generated.goneSinceVersion', { path, version: by }),
} as const

/** What Forge wrote into the repository: the user's edits are theirs, and detected as such. */
export function examineGenerated(places: Places, root: string): Examined {
  const name = say('doctor.generatedFiles')
  const files = listGenerated(places, root)
  if (files.length === 0) return { name, state: 'ok', detail: say('generated.noneFromHere') }
  const words = files.map(({ path, standing, writings }) => {
    const by = writings.findLast(({ choice }) => choice !== 'kept')?.version ?? ''
    return standingWords[standing](path, by)
  })
  const isGone = files.some(({ standing }) => standing === 'gone')
  return {
    name,
    state: isGone ? 'warning' : 'ok',
    detail: several(words),
    ...(isGone ? { remedy: raw('forge init') } : {}),
  }
}

/** Checks everything of the project that a run would read: presets and gates. */
export function examineStructure(root: string, config: Config): readonly Examined[] {
  const presets = listPresets(root, config)
  const faults = presets.flatMap(({ preset }) => (preset.ok ? [] : preset.failure.map(faultText)))
  const gates = namesIn(join(root, '.forge/gates')).filter((file) => file.endsWith('.md'))
  const wrong = gates.flatMap((file) => gateFaults(join(root, '.forge/gates', file), `.forge/gates/${file}`))
  return [
    faults.length === 0
      ? { name: say('doctor.presets'), state: 'ok', detail: say('doctor.presetsCanBeRun', { count: presets.length }) }
      : {
          name: say('doctor.presets'),
          state: 'problem',
          detail: faults[0] ?? raw(''),
          remedy: raw('forge preset check'),
        },
    wrong.length === 0
      ? { name: say('doctor.gates'), state: 'ok', detail: say('doctor.gateFilesOfProject', { count: gates.length }) }
      : { name: say('doctor.gates'), state: 'problem', detail: wrong[0] ?? raw(''), remedy: say('hint.readGatesDocs') },
  ]
}

function gateFaults(path: string, name: string): readonly Said[] {
  const parsed = parseGates(readBytes(path).toString('utf8'), placeholders)
  return parsed.ok ? [] : parsed.failure.map((fault) => gateFaultText(name, fault))
}

function foldersIn(path: string): readonly string[] {
  return namesIn(path).filter((name) => /^[0-9a-f]{2}$/.test(name))
}
