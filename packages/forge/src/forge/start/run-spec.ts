/** The specification of a run, from everything that was collected for it, and the conditions for making one. Pure. */
import type { RepositoryFacts } from '#adapters/git/index.ts'
import { bookName } from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import type { Settings } from '#config/schema.ts'
import { messageStyleOf } from '#core/next/message-style.ts'
import { firstOf } from '#forge/faults.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { Sandbox } from '#forge/world/sandbox.ts'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { hashOf } from '#model/digest.ts'
import type { Preset } from '#model/preset.ts'
import type { Routing } from '#model/route.ts'
import type { Lanes, RunSpec, Template } from '#model/run.ts'
import { needsProjectChecks, presetSpec, type PresetRequest } from '#presets/spec.ts'
import { namedAgent } from './agent.ts'
import type { PackedTexts } from './prompt-texts.ts'

export interface RunBasis {
  readonly preset: Preset
  readonly config: Config
  readonly user: RepositoryFacts
}

/** Why no run can be made, whatever else is found; undefined when one can. */
export function whyNoRun({ preset, config, user }: RunBasis, dirt: 'refuse' | 'leave'): Refusal | undefined {
  const { settings } = config
  if (settings.verify.length === 0 && needsProjectChecks(preset))
    return usageRefusal('no-verify', say('config.runHasNoVerify'), say('hint.initFindsVerify'))
  if (user.dirty.length > 0 && dirt === 'refuse') {
    const paths = firstOf(user.dirty.map(({ path }) => path))
    return usageRefusal('dirty', say('tree.uncommittedChanges', { paths }), say('hint.commitOrAcceptDirty'))
  }
  const unhooked = settings.commit.hooks === 'run' ? mergesUnchecked(preset) : undefined
  if (unhooked === undefined) return undefined
  const hint = say('hint.addCheckOrHooksNever', { phase: '{ kind: check, on: candidate }' })
  return usageRefusal('no-place-for-hooks', say('preset.runsNoCommitHooks', { preset: unhooked }), hint)
}

/** A template that merges without a check of the candidate. */
function mergesUnchecked({ templates }: Preset): string | undefined {
  return Object.entries(templates).find(([, { phases }]) => {
    const merge = phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'merge')
    return merge >= 0 && !phases.slice(0, merge).some((phase) => phase.kind === 'check' && phase.on === 'candidate')
  })?.[0]
}

/** Everything that a run specification is made from. */
export interface Collected extends RunBasis {
  readonly request: PresetRequest
  /** With the gates that the project adds. */
  readonly templates: Readonly<Record<string, Template>>
  readonly lanes: Omit<Lanes, 'agent' | 'routing'>
  readonly routing: Routing
  readonly texts: Pick<PackedTexts, 'hints' | 'badges'>
  /** Blobs of the texts, by their names. */
  readonly prompts: Readonly<Record<string, string>>
}

export function runSpecOf({ preset, config, user, request, ...found }: Collected): RunSpec {
  const { settings } = config
  const said = new Set(config.values.filter(({ origin }) => origin.layer !== 'default').map(({ key }) => key))
  // What the user set wins over the preset, and the preset over defaults.
  const ofPreset = Object.entries(preset.budget ?? {}).filter(([key]) => !said.has(`budget.${key}`))
  return presetSpec(preset, request, {
    ...found.lanes,
    templates: { ...found.templates },
    slots: settings.slots,
    claims: settings.claims,
    overlaps: settings.overlaps,
    limits: settings.limits,
    strategy: said.has('strategy') ? settings.strategy : (preset.strategy ?? settings.strategy),
    budget: { ...settings.budget, ...Object.fromEntries(ofPreset) },
    boundary: settings.boundary,
    routing: { ...found.routing, personas: { ...found.texts.hints } },
    prices: [...settings.prices],
    priceBook: bookName,
    badges: { ...found.texts.badges },
    prompts: { ...found.prompts },
    ...defined({
      prepares: preparedBy(settings),
      hooks: settings.commit.hooks === 'run' ? settings.commit.hooks : undefined,
      messages: messageStyleOf(user.subjects),
      branch: user.branch,
      agent: namedAgent(config),
    }),
  })
}

function preparedBy({ setup, teardown }: Settings): RunSpec['prepares'] {
  return setup.length + teardown.length === 0 ? undefined : { setup: [...setup], teardown: [...teardown] }
}

/** What a check depends on besides the tree and its own commands. */
export function environmentOf({ setup, network: allowed }: Settings, { held, network }: Sandbox['record']): string {
  const sandbox = { held, network, allowed }
  return hashOf({ setup, sandbox, platform: `${process.platform}-${process.arch}`, node: process.versions.node })
}
