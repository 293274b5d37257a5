/** What `preset check` says: every template of a preset, proven by the production core, beside the laws that it was given. */
import type { Config } from '#config/load.ts'
import { proveTemplate, type Proof } from '#core/check/prove.ts'
import { hashText } from '#model/digest.ts'
import type { Preset } from '#model/preset.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec } from '#presets/spec.ts'
import { withProjectGates } from './gating.ts'
import { packTexts } from './texts.ts'

const verify = [{ name: 'project', run: 'true', cwd: '.', timeoutMs: 1000 }]

function specOf(preset: Preset, { settings }: Config): RunSpec {
  const { pipelines } = settings
  const asked = { request: 'check', base: '0'.repeat(40), environment: hashText('anywhere'), verify, pipelines }
  return presetSpec(preset, asked)
}

/** What is wrong with the texts that its agents would be told, and with the gates that the project adds to it. */
export function textFaultsOf(preset: Preset, config: Config, root: string): readonly string[] {
  const { templates } = specOf(preset, config)
  const [packed, gated] = [
    packTexts(templates, root, config.settings.prompts),
    withProjectGates(templates, root, preset.name),
  ]
  return [packed, gated].flatMap((result) => (result.ok ? [] : [result.failure.message]))
}

/** With the gates that the project adds; where their file is wrong `textFaultsOf` says so. */
function withGates(spec: RunSpec, preset: Preset, root: string | undefined): RunSpec {
  const gated = root === undefined ? undefined : withProjectGates(spec.templates, root, preset.name)
  return gated?.ok === true ? { ...spec, templates: gated.value } : spec
}

export function provePreset(
  preset: Preset,
  config: Config,
  { depth = 'usual', root }: { readonly depth?: 'usual' | 'deep'; readonly root?: string | undefined } = {},
): readonly Proof[] {
  const { pipelines } = config.settings
  const spec = withGates(specOf(preset, config), preset, root)
  return Object.keys(spec.templates).map((name) =>
    proveTemplate(spec, name, (preset.templates[name] ?? pipelines[name])?.laws, { depth }),
  )
}
