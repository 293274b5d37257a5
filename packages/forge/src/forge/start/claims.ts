/** Every template of a preset, proven by the production core, beside the laws that it was given. */
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

/** What is wrong with the texts that its agents would be told, and with the gates that the project adds to it. */
export function textFaultsOf(preset: Preset, config: Config, root: string): readonly Said[] {
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

/** One template of which something is to be proven. */
export interface Claim {
  readonly template: string
  readonly spec: RunSpec
  readonly laws: Laws
  /** The project adds gates to it. */
  readonly isGated: boolean
  /** The same claim, the same proof: everything that a walk reads, and which Forge walks. */
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

/** How many states a walk may have before it is given up: ten times as many for somebody who asked for it. */
export const mostStates = { usual: 30_000, deep: 300_000 } as const

export function proveClaim(claim: Claim, depth: 'usual' | 'deep', most: number = mostStates[depth]): Proof {
  const { spec, template, laws } = claim
  return proveTemplate(spec, template, laws, { depth, mostStates: most })
}
