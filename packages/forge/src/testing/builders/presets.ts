/** Presets that come with Forge, as values for tests. */
import { readShippedPresets } from '#adapters/presets/index.ts'
import { faultText } from '#config/parse.ts'
import { parsePreset } from '#config/preset.ts'
import type { Preset } from '#model/preset.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec, type PresetRequest } from '#presets/spec.ts'

export function shippedPreset(name: string): Preset {
  const found = readShippedPresets().find(({ path }) => path.endsWith(`/${name}.yaml`))
  if (found === undefined) throw new Error(`no preset ${name} comes with Forge`)
  return presetOf(found.text, found.path)
}

/** A preset from a text; a fault in it is thrown. */
export function presetOf(text: string, file = 'preset.yaml'): Preset {
  const parsed = parsePreset(file, text)
  if (!parsed.ok) throw new Error(parsed.failure.map(faultText).join('\n'))
  return parsed.value
}

/** A run of the `build` preset. */
export function buildSpec(request: PresetRequest, settings: Partial<RunSpec> = {}): RunSpec {
  return presetSpec((build ??= shippedPreset('build')), request, settings)
}

let build: Preset | undefined
