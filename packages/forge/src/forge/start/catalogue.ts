/** Presets as surfaces see them. Loaded late: only who speaks of presets reads them. */
import type { Proof } from '#core/check/prove.ts'
import type { Said } from '#messages/said.ts'
import type { Preset } from '#model/preset.ts'
import { success, type Result } from '#model/result.ts'
import type { Files } from '#forge/place/config-files.ts'
import type { Opened } from '#forge/place/stores.ts'
import type { PresetEntry } from './presets.ts'
import type { Refusal } from '#forge/refusal.ts'

/** Presets that can be run here. */
export interface Presets {
  list(): Promise<Result<readonly PresetEntry[], Refusal>>
  /** One of them, or why there is none to be had. */
  find(name: string): Promise<Result<Preset, Refusal>>
  /** What is wrong with the texts that its agents would be told: a persona that is not there, a placeholder that is none. */
  textFaults(preset: Preset): Promise<Result<readonly Said[], Refusal>>
  /** Every template of it, proven by enumeration. */
  prove(preset: Preset, depth: 'usual' | 'deep'): Promise<Result<readonly Proof[], Refusal>>
}

export function presetsOf(
  { repository, places }: Pick<Opened, 'repository' | 'places'>,
  config: Files['config'],
): Presets {
  const list: Presets['list'] = async () => {
    const settings = await config()
    if (!settings.ok) return settings
    const [{ listPresets }, found] = [await import('./presets.ts'), repository()]
    return success(listPresets(found.ok ? found.value.root : undefined, settings.value))
  }
  return {
    list,
    async find(name) {
      const [entries, { findPreset }] = [await list(), await import('./presets.ts')]
      return entries.ok ? findPreset(entries.value, name) : entries
    },
    async textFaults(preset) {
      const settings = await config()
      if (!settings.ok) return settings
      const found = repository()
      // Outside a repository there are no texts of a project to be wrong.
      if (!found.ok) return success([])
      const { textFaultsOf } = await import('./claims.ts')
      return success(textFaultsOf(preset, settings.value, found.value.root))
    },
    async prove(preset, depth) {
      const settings = await config()
      if (!settings.ok) return settings
      const { provePreset } = await import('./proofs.ts')
      const [found, kept] = [repository(), places()]
      const around = {
        config: settings.value,
        root: found.ok ? found.value.root : undefined,
        places: kept.ok ? kept.value : undefined,
      }
      return success(await provePreset(preset, around, depth))
    },
  }
}
