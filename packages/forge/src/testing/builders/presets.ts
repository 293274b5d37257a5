/** Shipped presets, as values for tests. */
import { readShippedPresets } from '#adapters/presets/index.ts'
import { render } from '#messages/render.ts'
import { hashText } from '#model/digest.ts'
import { faultText } from '#config/parse.ts'
import { parsePreset } from '#config/preset.ts'
import type { Preset } from '#model/preset.ts'
import type { RunSpec } from '#model/run.ts'
import { asShipped } from '#presets/words.ts'
import { presetSpec, type PresetRequest } from '#presets/spec.ts'

export function shippedPreset(name: string): Preset {
  const known = shipped.get(name)
  if (known !== undefined) return known
  const found = readShippedPresets().find(({ path }) => path.endsWith(`/${name}.yaml`))
  if (found === undefined) throw new Error(`no preset ${name} comes with Forge`)
  const preset = asShipped(presetOf(found.text, found.path))
  shipped.set(name, preset)
  return preset
}

const shipped = new Map<string, Preset>()

/** A preset from a text; throws its faults. */
export function presetOf(text: string, file = 'preset.yaml'): Preset {
  const parsed = parsePreset(file, text)
  if (!parsed.ok) throw new Error(parsed.failure.map((fault) => render(faultText(fault), 'en')).join('\n'))
  return parsed.value
}

/** A run of a shipped preset, for tests in which only the preset matters. */
export function specFor(name: string, settings: Partial<RunSpec> = {}): RunSpec {
  const verify = [{ name: 'all', run: 'npm run all', cwd: '.', timeoutMs: 600_000 }]
  const request = {
    request: 'build it',
    base: hashText('base').slice(0, 40),
    environment: hashText('environment'),
    verify,
  }
  return presetSpec(shippedPreset(name), request, settings)
}

/** A run of the `build` preset. */
export function buildSpec(request: PresetRequest, settings: Partial<RunSpec> = {}): RunSpec {
  return presetSpec(shippedPreset('build'), request, settings)
}
