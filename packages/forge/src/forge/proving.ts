/** What `preset check` says: every template of a preset, proven by the production core, beside the laws that it was given. */
import type { Config } from '#config/load.ts'
import { proveTemplate, type Proof } from '#core/check/prove.ts'
import { hashText } from '#model/digest.ts'
import type { Preset } from '#model/preset.ts'
import { presetSpec } from '#presets/spec.ts'

const verify = [{ name: 'project', run: 'true', cwd: '.', timeoutMs: 1000 }]

export function provePreset(preset: Preset, { settings }: Config, depth: 'usual' | 'deep' = 'usual'): readonly Proof[] {
  const { pipelines } = settings
  const asked = { request: 'check', base: '0'.repeat(40), environment: hashText('anywhere'), verify, pipelines }
  const spec = presetSpec(preset, asked)
  return Object.keys(spec.templates).map((name) =>
    proveTemplate(spec, name, (preset.templates[name] ?? pipelines[name])?.laws, { depth }),
  )
}
