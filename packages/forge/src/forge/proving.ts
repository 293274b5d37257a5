/** What `preset check` says: every template of a preset, proven by the production core, beside the laws that it was given. */
import type { Config } from '#config/load.ts'
import { proveTemplate, type Proof } from '#core/check/prove.ts'
import { hashText } from '#model/digest.ts'
import type { Preset } from '#model/preset.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec } from '#presets/spec.ts'
import { packTexts } from './texts.ts'

const verify = [{ name: 'project', run: 'true', cwd: '.', timeoutMs: 1000 }]

function specOf(preset: Preset, { settings }: Config): RunSpec {
  const { pipelines } = settings
  const asked = { request: 'check', base: '0'.repeat(40), environment: hashText('anywhere'), verify, pipelines }
  return presetSpec(preset, asked)
}

/** What is wrong with the texts that its agents would be told. */
export function textFaultsOf(preset: Preset, config: Config, root: string): readonly string[] {
  const packed = packTexts(specOf(preset, config).templates, root, config.settings.prompts)
  return packed.ok ? [] : [packed.failure.message]
}

export function provePreset(preset: Preset, config: Config, depth: 'usual' | 'deep' = 'usual'): readonly Proof[] {
  const { pipelines } = config.settings
  const spec = specOf(preset, config)
  return Object.keys(spec.templates).map((name) =>
    proveTemplate(spec, name, (preset.templates[name] ?? pipelines[name])?.laws, { depth }),
  )
}
