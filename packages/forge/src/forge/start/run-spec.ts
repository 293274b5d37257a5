/** The beginning of a run of any preset: what must hold before it starts, its specification, and its first message. */
import { randomBytes } from 'node:crypto'
import type { RepositoryFacts } from '#adapters/git/index.ts'
import { bookName } from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import type { Settings } from '#config/schema.ts'
import { messageStyleOf } from '#core/next/message-style.ts'
import { say } from '#messages/said.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { MessageOf } from '#model/message.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Preset } from '#model/preset.ts'
import type { Routing } from '#model/route.ts'
import type { RunSpec } from '#model/run.ts'
import type { Trust } from '#model/trust.ts'
import { slugFrom } from '#model/slug.ts'
import { needsProjectChecks, presetSpec } from '#presets/spec.ts'
import { firstOf } from '#forge/faults.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { Sandbox } from '#forge/world/sandbox.ts'

export interface BeginInput {
  /** The name of the preset. */
  readonly preset: string
  readonly request: string
  /** What to do about changes that are not committed: they are never part of a run. */
  readonly dirt: 'refuse' | 'leave'
  /** Whether a preset of one's own must be proven first. `spared`: a rehearsal, in which nothing is at stake. */
  readonly proof?: 'spared'
}

export interface Begun {
  readonly run: string
  readonly start: MessageOf<'start'>
}

export interface Beginning {
  readonly preset: Preset
  readonly config: Config
  readonly routing: Routing
  readonly user: RepositoryFacts
  /** Files that the project's own commands name, as patterns of what decides. */
  readonly named: readonly string[]
  /** How agents and checks will be held. */
  readonly held: Sandbox['record']
  /** On what ground what the repository brings is used. */
  readonly trust: Trust
  readonly at: number
}

export function beginRun(input: BeginInput, beginning: Beginning): Result<Begun, Refusal> {
  const { preset, config, routing, user, at } = beginning
  const { settings } = config
  if (settings.verify.length === 0 && needsProjectChecks(preset)) {
    const hint = say('hint.initFindsVerify')
    return failed(usageRefusal('no-verify', say('config.runHasNoVerify'), hint))
  }
  if (user.dirty.length > 0 && input.dirt === 'refuse') {
    const paths = firstOf(user.dirty.map(({ path }) => path))
    const hint = say('hint.commitOrAcceptDirty')
    return failed(usageRefusal('dirty', say('tree.uncommittedChanges', { paths }), hint))
  }
  const { hooks } = settings.commit
  const unhooked = hooks === 'run' ? mergesUnchecked(preset) : undefined
  if (unhooked !== undefined) {
    const hint = say('hint.addCheckOrHooksNever', { phase: '{ kind: check, on: candidate }' })
    return failed(usageRefusal('no-place-for-hooks', say('preset.runsNoCommitHooks', { preset: unhooked }), hint))
  }
  const salt = randomBytes(16).toString('hex')
  const { verify, pipelines, boundary } = settings
  const agent = namedAgent(config)
  const messages = messageStyleOf(user.subjects)
  const spec = presetSpec(
    preset,
    {
      request: input.request,
      base: user.head,
      environment: environmentOf(settings, beginning.held),
      verify,
      pipelines,
      named: beginning.named,
    },
    {
      ...settingsOver(preset, config),
      ...preparing(settings),
      boundary,
      ...(hooks === 'run' ? { hooks } : {}),
      ...(messages === undefined ? {} : { messages }),
      routing,
      prices: [...settings.prices],
      priceBook: bookName,
      ...(user.branch === undefined ? {} : { branch: user.branch }),
      ...(agent === undefined ? {} : { agent }),
    },
  )
  const start: MessageOf<'start'> = {
    type: 'start',
    id: 'start',
    at,
    spec,
    nonce: hashText(salt),
    trust: beginning.trust,
  }
  return success({ run: runIdOf(input.request, salt), start })
}

function preparing({ setup, teardown }: Settings): Pick<RunSpec, 'prepares'> {
  return setup.length + teardown.length === 0 ? {} : { prepares: { setup: [...setup], teardown: [...teardown] } }
}

/** A template that merges without a check of what it is about to merge. */
function mergesUnchecked({ templates }: Preset): string | undefined {
  return Object.entries(templates).find(([, { phases }]) => {
    const merge = phases.findIndex((phase) => phase.kind === 'git' && phase.op === 'merge')
    return merge >= 0 && !phases.slice(0, merge).some((phase) => phase.kind === 'check' && phase.on === 'candidate')
  })?.[0]
}

/** The agent that a flag of this call names. */
export function namedAgent({ settings, values }: Config): string | undefined {
  return values.find(({ key }) => key === 'agent')?.origin.layer === 'flag' ? settings.agent : undefined
}

/** What somebody set wins over the preset, and the preset over defaults. */
function settingsOver(preset: Preset, { settings, values }: Config): Partial<RunSpec> {
  const { slots, claims, overlaps, limits, strategy, budget } = settings
  const said = new Set(values.filter(({ origin }) => origin.layer !== 'default').map(({ key }) => key))
  const own = Object.entries(preset.budget ?? {}).filter(([key]) => !said.has(`budget.${key}`))
  return {
    slots,
    claims,
    overlaps,
    limits,
    strategy: said.has('strategy') ? strategy : (preset.strategy ?? strategy),
    budget: { ...budget, ...Object.fromEntries(own) },
  }
}

/** What a check depends on besides the tree and its own commands. */
export function environmentOf({ setup, network: allowed }: Settings, { held, network }: Beginning['held']): string {
  const sandbox = { held, network, allowed }
  return hashOf({
    setup,
    sandbox,
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
  })
}

/** A few words of the request, and enough chance that no two runs meet. */
function runIdOf(request: string, salt: string): string {
  const words = slugFrom(request)
    .slice(0, 32)
    .replace(/-[^-]*$/, (tail) => (request.length > 32 ? '' : tail))
  return `${words === '' ? 'run' : words}-${salt.slice(0, 4)}`
}
