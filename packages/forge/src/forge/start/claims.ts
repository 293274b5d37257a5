/** Proves every template of a preset with the production core, against the given laws. */
import type { Config } from '#config/load.ts'
import { checkerVersion, proveTemplate, type Laws, type Proof } from '#core/check/prove.ts'
import type { Said } from '#messages/said.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { Hash } from '#model/hash.ts'
import type { Preset } from '#model/preset.ts'
import type { RunSpec } from '#model/run.ts'
import { presetSpec } from '#presets/spec.ts'
import { version } from '#version.ts'
import { withProjectGates } from './project-gates.ts'
import { packTexts } from './prompt-texts.ts'

const verify = [{ name: 'project', run: 'true', cwd: '.', timeoutMs: 1000 }]

function specOf(preset: Preset, { settings }: Config): RunSpec {
  const { pipelines } = settings
  const asked = { request: 'check', base: '0'.repeat(40), environment: hashText('anywhere'), verify, pipelines }
  return presetSpec(preset, asked)
}

/** Faults of the texts that its agents would get, and of the gates that the project adds to it. */
export function textFaultsOf(preset: Preset, config: Config, root: string): readonly Said[] {
  const { templates } = specOf(preset, config)
  const [packed, gated] = [
    packTexts(templates, root, config.settings.prompts),
    withProjectGates(templates, root, preset.name),
  ]
  return [packed, gated].flatMap((result) => (result.ok ? [] : [result.failure.message]))
}

/** With the gates that the project adds; `textFaultsOf` reports a faulty file. */
function withGates(spec: RunSpec, preset: Preset, root: string | undefined): RunSpec {
  const gated = root === undefined ? undefined : withProjectGates(spec.templates, root, preset.name)
  return gated?.ok === true ? { ...spec, templates: gated.value } : spec
}

/** One template to prove. */
export interface Claim {
  readonly template: string
  readonly spec: RunSpec
  readonly laws: Laws
  /** The project adds gates to it. */
  readonly isGated: boolean
  /** The same claim has the same proof: a digest of everything that a walk reads, and of the Forge that walks. */
  readonly digest: Hash
}

export function claimsOf(preset: Preset, config: Config, root: string | undefined): readonly Claim[] {
  const { pipelines } = config.settings
  const written = specOf(preset, config)
  const spec = withGates(written, preset, root)
  return Object.entries(spec.templates).map(([template, phases]): Claim => {
    const laws = (preset.templates[template] ?? pipelines[template])?.laws ?? {}
    // A template that plans is walked together with the other planners of its preset.
    const isPlanning = phases.phases.some((phase) => phase.kind === 'agent' && phase.yields === 'plan')
    const alone = { ...spec, preset: '', templates: isPlanning ? spec.templates : { [template]: phases } }
    const isGated = hashOf(phases) !== hashOf(written.templates[template])
    return { template, spec, laws, isGated, digest: hashOf([version, checkerVersion, template, laws, alone]) }
  })
}

/** How many states a walk may have before it is aborted: ten times as many with `deep`. */
export const mostStates = { usual: 30_000, deep: 300_000 } as const

export function proveClaim(claim: Claim, depth: 'usual' | 'deep', most: number = mostStates[depth]): Proof {
  const { spec, template, laws } = claim
  return proveTemplate(spec, template, laws, { depth, mostStates: most })
}
