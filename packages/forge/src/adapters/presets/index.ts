/** Preset files as texts: those that come with Forge, and those of a folder. `config` parses them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PresetText {
  readonly path: string
  readonly text: string
}

/** Those that come with Forge. */
export function readShippedPresets(): readonly PresetText[] {
  return readPresetFolder(shippedFolder())
}

/** Every preset file of a folder, by name; none when there is no such folder. */
export function readPresetFolder(folder: string): readonly PresetText[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .toSorted()
    .map((file) => ({ path: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }))
}

/** Two folders up in the sources and in the library; in a bundle, next to the bundle. */
function shippedFolder(): string {
  const candidates = ['./presets/', '../../presets/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return candidates.find((path) => existsSync(path)) ?? (candidates[0] as string)
}
