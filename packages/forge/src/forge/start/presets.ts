/** All presets that can be run here: those of the project, pipelines of the configuration, and the shipped ones. */
import { join, relative } from 'node:path'
import { readPresetFolder, readShippedPresets, type PresetText } from '#adapters/presets/index.ts'
import type { Config } from '#config/load.ts'
import { faultAt, faultText, type Fault } from '#config/parse.ts'
import { parsePreset, presetFaults } from '#config/preset.ts'
import { nearest } from '#model/nearest.ts'
import { render } from '#messages/render.ts'
import { raw, say } from '#messages/said.ts'
import type { Preset, WrittenTemplate } from '#model/preset.ts'
import { failed, success, type Result } from '#model/result.ts'
import { asShipped } from '#presets/words.ts'
import { alsoWrong } from '#forge/faults.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

export interface PresetEntry {
  readonly name: string
  readonly origin: 'project' | 'configuration' | 'shipped'
  /** Its file; relative to the root of the repository for one of the project. */
  readonly where: string
  readonly preset: Result<Preset, readonly Fault[]>
}

/** One per name: the project's own wins over a shipped one. */
export function listPresets(root: string | undefined, config: Config): readonly PresetEntry[] {
  const { pipelines } = config.settings
  const entries = [
    ...(root === undefined ? [] : projectEntries(root, pipelines)),
    ...Object.entries(pipelines).map(([name, template]) => pipelineEntry(name, template, config)),
    ...readShippedPresets().map((found) => shippedEntry(found, pipelines)),
  ]
  return oneOfEach(entries)
}

type Pipelines = Readonly<Record<string, WrittenTemplate>>

function projectEntries(root: string, pipelines: Pipelines): readonly PresetEntry[] {
  return readPresetFolder(join(root, '.forge/presets')).map(({ path, text }) => {
    const where = relative(root, path)
    const preset = parsePreset(where, text, pipelines)
    return { name: preset.ok ? preset.value.name : fileNameOf(path), origin: 'project', where, preset }
  })
}

/** Named like its file, so that it is read only on demand: reading all of them takes a tenth of a second. */
function shippedEntry({ path, text }: PresetText, pipelines: Pipelines): PresetEntry {
  let preset: PresetEntry['preset'] | undefined
  return {
    name: fileNameOf(path),
    origin: 'shipped',
    where: path,
    get preset() {
      return (preset ??= shippedPreset(path, text, pipelines))
    },
  }
}

function shippedPreset(path: string, text: string, pipelines: Pipelines): PresetEntry['preset'] {
  const parsed = parsePreset(path, text, pipelines)
  return parsed.ok ? success(asShipped(parsed.value)) : parsed
}

function fileNameOf(path: string): string {
  return /([^/\\]+)\.(?:ya?ml|json)$/.exec(path)?.[1] ?? path
}

/** A pipeline by itself is a preset with one unit that follows it. */
function pipelineEntry(name: string, template: WrittenTemplate, config: Config): PresetEntry {
  const origin = config.values.find(({ path }) => path[0] === 'pipelines' && path[1] === name)?.origin
  const where = origin?.where ?? 'pipelines'
  const title = say('preset.pipelineOfConfiguration', { name })
  const preset: Preset = {
    name,
    title: render(title, 'en'),
    said: { title, inRun: {} },
    templates: { [name]: template },
    start: [{ id: name, template: name, verify: 'project' }],
  }
  const faults = presetFaults(preset, config.settings.pipelines).map(({ at, message }) =>
    faultAt(where, origin?.line, ['pipelines', ...at.slice(1)], message),
  )
  return { name, origin: 'configuration', where, preset: faults.length > 0 ? failed(faults) : success(preset) }
}

/** The first of a name counts; two files of the project that claim one name are reported. */
function oneOfEach(entries: readonly PresetEntry[]): readonly PresetEntry[] {
  const found = new Map<string, PresetEntry>()
  for (const entry of entries) {
    const first = found.get(entry.name)
    if (first === undefined) found.set(entry.name, entry)
    else if (first.origin === 'project' && entry.origin === 'project') {
      const message = say('preset.nameTakenBy', { where: first.where, name: entry.name })
      found.set(entry.name, { ...first, preset: failed([faultAt(entry.where, undefined, ['name'], message)]) })
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

export function findPreset(entries: readonly PresetEntry[], name: string): Result<Preset, Refusal> {
  const entry = entries.find((candidate) => candidate.name === name)
  if (entry === undefined) {
    const meant = nearest(
      name,
      entries.map((candidate) => candidate.name),
    )
    const hint = meant === undefined ? raw('forge preset list') : say('hint.didYouMeanThis', { meant })
    return failed(usageRefusal('no-preset', say('preset.notFound', { name }), hint))
  }
  return entry.preset.ok ? entry.preset : failed(faultRefusal(entry.name, entry.preset.failure))
}

/** All faults, one line each. */
function faultRefusal(name: string, faults: readonly Fault[]): Refusal {
  const [first, ...others] = faults.map(faultText)
  const hint = alsoWrong(others) ?? raw(`forge preset check ${name}`)
  return usageRefusal('preset', first ?? say('preset.namedIsWrong', { name }), hint)
}
