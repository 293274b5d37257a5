/** Presets for surfaces: the list, the faults of one, and whether it is proven. */
import type { Proof } from '#core/check/prove.ts'
import type { Place } from '#forge/place/place.ts'
import type { Refusal } from '#forge/refusal.ts'
import type { Said } from '#messages/said.ts'
import type { Preset } from '#model/preset.ts'
import { success, type Result } from '#model/result.ts'
import { textFaultsOf } from './claims.ts'
import { findPreset, listPresets, type PresetEntry } from './presets.ts'
import { provePreset } from './proofs.ts'

/** Presets that can be run here. */
export interface Presets {
  list(): Promise<Result<readonly PresetEntry[], Refusal>>
  /** One of them, or why it cannot be used. */
  find(name: string): Promise<Result<Preset, Refusal>>
  /** Faults of the texts that its agents would get: a missing persona, an unknown placeholder. */
  textFaults(preset: Preset): Promise<Result<readonly Said[], Refusal>>
  /** Every template of it, proven by enumeration. */
  prove(preset: Preset, depth: 'usual' | 'deep'): Promise<Result<readonly Proof[], Refusal>>
}

export function presetsOf({ repository, places, config }: Pick<Place, 'repository' | 'places' | 'config'>): Presets {
  const list: Presets['list'] = async () => {
    const [settings, found] = [await config(), repository()]
    return settings.ok ? success(listPresets(found.ok ? found.value.root : undefined, settings.value)) : settings
  }
  return {
    list,
    async find(name) {
      const entries = await list()
      return entries.ok ? findPreset(entries.value, name) : entries
    },
    async textFaults(preset) {
      const [settings, found] = [await config(), repository()]
      if (!settings.ok) return settings
      // Outside a repository there are no texts of a project to check.
      return success(found.ok ? textFaultsOf(preset, settings.value, found.value.root) : [])
    },
    async prove(preset, depth) {
      const [settings, found, kept] = [await config(), repository(), places()]
      if (!settings.ok) return settings
      const around = {
        config: settings.value,
        root: found.ok ? found.value.root : undefined,
        places: kept.ok ? kept.value : undefined,
      }
      return success(await provePreset(preset, around, depth))
    },
  }
}
