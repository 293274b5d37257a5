/**
 * The schema of a configuration file. It is the one source of the types, of the JSON Schema that editors read, of the
 * help and of docs/configuration.md: describe a key here and nowhere else.
 */
import { z } from 'zod'
import { say } from '#messages/said.ts'
import { explained } from '#model/explained.ts'
import { codeOf } from '#messages/issue.ts'
import type { Boundary } from '#model/boundary.ts'
import { megabyte, defaultSizes, type SizeLimits } from '#model/boundary-sizes.ts'
import { Budget, Limits } from '#model/budget.ts'
import { defined } from '#model/defined.ts'
import { CheckCommand } from '#model/evidence.ts'
import { Slug } from '#model/ids.ts'
import { line } from '#model/line.ts'
import { printableLine } from '#model/printable.ts'
import { PromptMode, defaultPromptTokens } from '#model/prompt.ts'
import { WrittenTemplate } from '#model/preset.ts'
import { Price } from '#model/price.ts'
import { Effort, Tier, type RouteSetting } from '#model/route.ts'
import {
  agentSettingsOf,
  boundsOf,
  WrittenAgents,
  writtenBounds,
  writtenOwnBounds,
  type AgentSettings,
} from './agent-settings.ts'
import { passOf, ShellLine, ShellLines, WrittenSetup, type SetupPass } from './setup-settings.ts'

const WrittenCommand = z.strictObject({
  name: line(100).min(1).optional().describe('How reports call it; the command itself when left out'),
  run: ShellLine.meta(explained(say('presetKey.shellLine'))),
  cwd: line(4096).optional().describe('Folder inside the repository; its root when left out'),
  timeoutMs: z.number().int().positive().optional().describe('After how many milliseconds it counts as failed'),
})

const Count = z.number().int().nonnegative()

const WrittenLimits = z.strictObject({
  maxCost: z
    .number()
    .nonnegative()
    .max(1_000_000)
    .optional()
    .describe('Dollars that all agents of a run may spend together'),
  maxTokens: Count.optional().describe('Tokens that all agents of a run may use together'),
  maxMinutes: z.number().nonnegative().optional().describe('Minutes of agent and check time, summed over attempts'),
  maxAttempts: Count.optional().describe('Attempts of a whole run, whatever they are for'),
  maxUnitAttempts: Count.optional().describe('Attempts of one unit, in total'),
  maxUnitCost: z.number().nonnegative().max(1_000_000).optional().describe('Dollars that one unit may spend'),
  maxUnitTokens: Count.optional().describe('Tokens that one unit may use'),
  maxUnitMinutes: z.number().nonnegative().optional().describe('Minutes of agent and check time of one unit'),
  allowUnpriced: z
    .boolean()
    .optional()
    .describe(
      'Whether models without a price may be used although money is limited; maxTokens must then be set, and holds them',
    ),
})

const WrittenBudget = z.strictObject({
  transport: Count.optional().describe('Retries of one input after the provider or the line to it failed'),
  empty: Count.optional().describe('Retries of one input after an empty or invalid answer'),
  corrections: Count.optional().describe(
    'Retries of one input after an answer that was refused by field; with empty when left out',
  ),
  attempts: Count.optional().describe('Attempts of one phase that may end in a crash, a timeout or a refusal'),
  revisions: Count.optional().describe('Times one phase may send the work back'),
  planRounds: Count.optional().describe('Rounds in which a plan may be sent back to its author'),
  repairs: Count.optional().describe('Times a unit is given back because a check, a gate or a criterion is not met'),
  iterations: Count.optional().describe('Rounds of the whole; the last one that is not accepted stops'),
  otherModels: Count.optional().describe('Times a phase asks another model because the one before refused'),
  tiersUp: Count.optional().describe('Tiers a phase goes up because the work did not fit into the model'),
  lockWaits: Count.optional().describe('Times an input waits for a lock file that somebody else holds'),
})

const WrittenSecrets = z.strictObject({
  found: z.enum(['refuse', 'allow']).optional().describe('refuse: the attempt is asked again without them'),
  allowedIn: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('Paths where what looks like a secret is none, such as fixtures'),
})

const Megabytes = z.number().int().positive().max(1_000_000)

const WrittenSize = z.strictObject({
  file: Megabytes.optional().describe('Megabytes of one file'),
  change: Megabytes.optional().describe('Megabytes of all files together'),
})

const ModelName = z.string().trim().min(1).max(200)

const WrittenModels = z.strictObject({
  light: ModelName.optional().describe('Model for housekeeping'),
  standard: ModelName.optional().describe('Model for making'),
  heavy: ModelName.optional().describe('Model for judging and planning'),
  max: ModelName.optional().describe('Model for what is hardest'),
})

const tierAliases = { opus: 'heavy', sonnet: 'standard', haiku: 'light' } as const

const WrittenRoute = z.strictObject({
  agent: z.string().min(1).max(4000).optional().describe('Another agent for it, as agent: names one'),
  tier: z
    .enum([...Tier.options, 'opus', 'sonnet', 'haiku'])
    .optional()
    .describe('light, standard, heavy or max; haiku, sonnet and opus are other words for the first three'),
  model: ModelName.optional().describe('Exactly this model'),
  effort: Effort.optional().describe('How hard it is to think'),
  ...writtenBounds,
  ...writtenOwnBounds,
})

const Dollars = z.number().nonnegative().max(100_000)

const WrittenPrice = z.strictObject({
  input: Dollars.meta(explained(say('configKey.priceOfInputTokens'))),
  output: Dollars.meta(explained(say('configKey.priceOfOutputTokens'))),
  cacheRead: Dollars.optional().describe('Dollars per million tokens read from the cache; like input when left out'),
  cacheWrite: Dollars.optional().describe('Dollars per million tokens written to the cache; like input when left out'),
})

const WrittenPrompts = z.strictObject({
  mode: PromptMode.optional().describe('reference: a persona in short, with a pointer; inline: its full text'),
  project: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('File that tells what the project is; .forge/project.md if it is there'),
  architecture: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('File for phases that ask how it is built; .forge/architecture.md if it is there'),
  budget: z.number().int().min(1000).max(1_000_000).optional().describe('Estimated tokens that one prompt may have'),
})

export const Written = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the schema of this file; Forge does not read it'),
  agent: z
    .string()
    .regex(/^[a-z][a-z0-9-]*(:\S.*)?$/, codeOf('config.scriptNameSuchAs'))
    .optional()
    .describe('Which agent does the work, as name or name:argument, such as scripted:rehearsal.yaml'),
  language: z
    .enum(['en', 'pt-BR'])
    .optional()
    .describe('Language in which Forge speaks to people; that of the locale when left out'),
  agents: WrittenAgents.optional().describe('What agents are told and given, whoever works'),
  models: WrittenModels.optional().describe('Which model each tier is; wins over what the environment says'),
  routing: z
    .record(Slug, WrittenRoute)
    .optional()
    .describe('Agent, tier, model or effort by phase or role, such as review: { tier: max }'),
  setup: WrittenSetup.optional(),
  submodules: z
    .enum(['needed', 'optional'])
    .optional()
    .describe(
      'needed: no run begins while one of them is not checked out; optional: it is an empty folder in trees then',
    ),
  teardown: ShellLines.optional().describe('Commands before a tree is removed'),
  verify: z
    .array(z.union([ShellLine, WrittenCommand]))
    .max(50)
    .optional()
    .describe('Commands that the finished whole must pass; Forge runs them itself'),
  slots: z
    .number()
    .int()
    .positive()
    .max(64)
    .optional()
    .describe(
      'How many units may be in work at the same time, in all runs of the repository; each run that is at work may have one',
    ),
  strategy: z
    .enum(['full', 'wave', 'sequential'])
    .optional()
    .describe('full: as soon as possible; wave: one depth of dependencies at a time; sequential: one unit at a time'),
  claims: z
    .enum(['advisory', 'enforcing'])
    .optional()
    .describe('Whether paths that another run claimed are only reported or waited for'),
  overlaps: z
    .enum(['serialise', 'refuse'])
    .optional()
    .describe('Whether units of a plan that share a path run one after the other, or such a plan is sent back'),
  sandbox: z
    .enum(['auto', 'require', 'off'])
    .optional()
    .describe(
      'Whether agents and checks see only their tree and the programs of the machine. auto: where bubblewrap works; require: nothing runs without; off: never',
    ),
  advisor: z
    .enum(['off', 'on'])
    .optional()
    .describe(
      'Whether a strong model that may only read looks at a run that halted, after the remedies were told; what it says changes nothing',
    ),
  parking: z
    .strictObject({
      resume: z.boolean().optional().describe('Whether a run that no account can serve waits and goes on by itself'),
      maxHours: z
        .number()
        .nonnegative()
        .max(8760)
        .optional()
        .describe('How long it waits at most; when an account opens later than that, it ends and is resumed by hand'),
      maxCost: z
        .number()
        .nonnegative()
        .max(1_000_000)
        .optional()
        .describe(
          'Dollars after which a run that had to wait no longer goes on by itself; absent: only its limits hold it',
        ),
      leave: z
        .boolean()
        .optional()
        .describe('Whether an account whose window of 5 hours or 7 days is nearly full is left for another one before'),
      leaveAt: z.number().min(1).max(100).optional().describe('How many percent of a window are nearly full'),
    })
    .optional()
    .describe('What a run does when the provider says that nothing is left until later'),
  transcripts: z
    .strictObject({
      days: z
        .number()
        .int()
        .nonnegative()
        .max(36_500)
        .optional()
        .describe('Days after which those of a run are removed'),
      megabytes: z
        .number()
        .int()
        .nonnegative()
        .max(1_000_000)
        .optional()
        .describe('How much they may take together; the oldest runs go first'),
    })
    .optional()
    .describe('How long what agents printed is kept; the journal is kept for ever'),
  network: z
    .union([z.enum(['closed', 'open']), z.array(z.number().int().min(1).max(65_535)).max(50)])
    .optional()
    .describe(
      'What agents and checks in the sandbox reach. closed: only what Forge itself offers them; a list of local ports, such as [5432]: these too; open: everything',
    ),
  forbidden: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('Paths that no unit may change: a name, a path or a folder, with `*` for any characters but /'),
  size: WrittenSize.optional().describe('How large what one unit adds or changes may be; what is larger is sent back'),
  secrets: WrittenSecrets.optional().describe('What is done about keys and tokens in lines that work adds'),
  commit: z
    .strictObject({
      hooks: z
        .enum(['never', 'run'])
        .optional()
        .describe(
          'Whether the pre-commit and commit-msg hooks of this repository run on what is about to be merged. run: a failing one sends the work back with what it printed; never: they do not run',
        ),
    })
    .optional()
    .describe('How work is committed'),
  limits: WrittenLimits.optional().describe('Ceilings of a run; reaching one stops it until they are raised'),
  prices: z
    .record(z.string().min(1).max(200), WrittenPrice)
    .optional()
    .describe(
      'Dollars per million tokens by the whole name of a model, * for any part of it; for usage whose agent tells no money, before the price library',
    ),
  budget: WrittenBudget.optional().describe('How often each kind of trouble may be met before a unit stops'),
  prompts: WrittenPrompts.optional().describe('What agents are told besides their task'),
  trusted: z
    .array(z.string().min(1).max(4096))
    .max(100)
    .optional()
    .describe(
      'Folders whose repositories are trusted without asking, with everything below them; only in your own configuration. ~ is your home',
    ),
  pipelines: z
    .record(Slug, WrittenTemplate)
    .optional()
    .describe(
      'Your own pipelines by name, each with its phases: for `forge run <name>` and for tasks that ask for one',
    ),
})
export type Written = z.output<typeof Written>

/** The settings as other rooms see them: complete, with defaults, in the types of the model. */
export interface Settings {
  readonly agent: string | undefined
  readonly language: 'en' | 'pt-BR' | undefined
  readonly agents: AgentSettings
  readonly models: Partial<Record<Tier, string>>
  /** By phase or role. */
  readonly routing: Readonly<Record<string, RouteSetting>>
  readonly setup: readonly string[]
  /** What setup gets of the user's own home and environment. */
  readonly setupPass: SetupPass
  readonly submodules: 'needed' | 'optional'
  readonly teardown: readonly string[]
  readonly verify: readonly CheckCommand[]
  readonly slots: number
  readonly strategy: 'full' | 'wave' | 'sequential'
  readonly claims: 'advisory' | 'enforcing'
  readonly overlaps: 'serialise' | 'refuse'
  readonly sandbox: 'auto' | 'require' | 'off'
  readonly advisor: 'off' | 'on'
  readonly parking: {
    readonly resume: boolean
    readonly maxHours: number
    readonly maxCost?: number
    readonly leave: boolean
    readonly leaveAt: number
  }
  readonly transcripts: { readonly days: number; readonly megabytes: number }
  readonly network: 'open' | { readonly ports: readonly number[] }
  readonly boundary: Boundary
  readonly commit: { readonly hooks: 'never' | 'run' }
  readonly limits: Limits
  /** The configuration's own, narrow before wide. */
  readonly prices: readonly Price[]
  readonly budget: Budget
  readonly prompts: {
    readonly mode: PromptMode
    readonly project: string | undefined
    readonly architecture: string | undefined
    readonly budget: number
  }
  readonly pipelines: Readonly<Record<string, WrittenTemplate>>
  readonly trusted: readonly string[]
}

/** Defaults in the form of the file, for documentation and `config list`. */
export const defaults = {
  agents: { files: 'ignored', helpers: 'none' },
  setup: { run: [], pass: [], passTo: 'merged' },
  submodules: 'needed',
  teardown: [],
  verify: [],
  slots: 3,
  strategy: 'full',
  claims: 'advisory',
  overlaps: 'serialise',
  sandbox: 'auto',
  network: 'closed',
  size: { file: defaultSizes.fileBytes / megabyte, change: defaultSizes.changeBytes / megabyte },
  secrets: { found: 'refuse' },
  commit: { hooks: 'never' },
  advisor: 'off',
  parking: { resume: true, maxHours: 24, leave: true, leaveAt: 90 },
  transcripts: { days: 30, megabytes: 1000 },
  limits: { maxAttempts: Limits.parse({}).dispatches, maxUnitAttempts: Limits.parse({}).unitDispatches },
  budget: Budget.parse({}),
  prompts: { mode: 'reference', budget: defaultPromptTokens },
} as const satisfies Written

export function normalise(written: Written): Settings {
  return {
    agent: written.agent,
    language: written.language,
    agents: agentSettingsOf(written.agents ?? {}),
    models: defined(written.models ?? {}),
    routing: hintsOf(written.routing ?? {}),
    setup: linesOf(written.setup?.run),
    setupPass: passOf(written.setup ?? {}),
    submodules: written.submodules ?? defaults.submodules,
    teardown: linesOf(written.teardown),
    verify: (written.verify ?? []).map(commandOf),
    slots: written.slots ?? defaults.slots,
    strategy: written.strategy ?? defaults.strategy,
    claims: written.claims ?? defaults.claims,
    overlaps: written.overlaps ?? defaults.overlaps,
    sandbox: written.sandbox ?? defaults.sandbox,
    advisor: written.advisor ?? defaults.advisor,
    parking: { ...defaults.parking, ...defined(written.parking ?? {}) },
    transcripts: { ...defaults.transcripts, ...defined(written.transcripts ?? {}) },
    network: networkOf(written.network ?? defaults.network),
    boundary: {
      forbidden: written.forbidden ?? [],
      secrets: written.secrets?.found ?? defaults.secrets.found,
      secretsAllowedIn: written.secrets?.allowedIn ?? [],
      sizes: sizesOf(written.size ?? {}),
    },
    commit: { hooks: written.commit?.hooks ?? defaults.commit.hooks },
    limits: limitsOf(written.limits ?? {}),
    prices: pricesOf(written.prices ?? {}),
    budget: Budget.parse(written.budget ?? {}),
    prompts: { project: undefined, architecture: undefined, ...defaults.prompts, ...defined(written.prompts ?? {}) },
    pipelines: written.pipelines ?? {},
    trusted: written.trusted ?? [],
  }
}

function hintsOf(written: NonNullable<Written['routing']>): Record<string, RouteSetting> {
  const entries = Object.entries(written).map(([name, { tier, agent, model, effort, cost, mcpServers, ...bounds }]) => {
    const isAlias = tier === 'opus' || tier === 'sonnet' || tier === 'haiku'
    const hint = defined({ agent, model, effort, dollars: cost, mcpServers, tier: isAlias ? tierAliases[tier] : tier })
    return [name, { ...hint, ...boundsOf(bounds) }] as const
  })
  return Object.fromEntries(entries)
}

function networkOf(written: NonNullable<Written['network']>): Settings['network'] {
  if (written === 'open') return 'open'
  return { ports: written === 'closed' ? [] : written }
}

function sizesOf({ file, change }: NonNullable<Written['size']>): SizeLimits {
  return {
    fileBytes: (file ?? defaults.size.file) * megabyte,
    changeBytes: (change ?? defaults.size.change) * megabyte,
  }
}

/** Longer names are narrower: they come first. */
function pricesOf(written: NonNullable<Written['prices']>): Price[] {
  return Object.entries(written)
    .toSorted(([one], [other]) => other.length - one.length || (one < other ? -1 : 1))
    .map(([model, price]) => Price.parse({ model, ...defined(price) }))
}

function linesOf(written: Written['teardown']): readonly string[] {
  return typeof written === 'string' ? [written] : (written ?? [])
}

function commandOf(written: NonNullable<Written['verify']>[number]): CheckCommand {
  const command = typeof written === 'string' ? { run: written } : written
  return CheckCommand.parse({ name: nameOf(command.run), ...command })
}

/** A command without a name is named by its words, as far as they fit. */
function nameOf(run: string): string {
  return printableLine(run)
    .slice(0, 100)
    .replace(/[\uD800-\uDBFF]$/, '')
}

/** Dollars and minutes are for people; inside, money is whole micro-dollars and time is milliseconds. */
export function limitsOf(written: NonNullable<Written['limits']>): Limits {
  const { maxCost, maxTokens, maxMinutes, maxAttempts, maxUnitAttempts, maxUnitCost, maxUnitTokens, maxUnitMinutes } =
    written
  const { allowUnpriced = false } = written
  return Limits.parse({
    ...(maxCost === undefined ? {} : { costMicros: Math.round(maxCost * 1_000_000) }),
    ...defined({ tokens: maxTokens }),
    ...(maxMinutes === undefined ? {} : { activeMs: Math.round(maxMinutes * 60_000) }),
    ...defined({ dispatches: maxAttempts, unitDispatches: maxUnitAttempts }),
    ...(maxUnitCost === undefined ? {} : { unitCostMicros: Math.round(maxUnitCost * 1_000_000) }),
    ...defined({ unitTokens: maxUnitTokens }),
    ...(maxUnitMinutes === undefined ? {} : { unitActiveMs: Math.round(maxUnitMinutes * 60_000) }),
    ...(allowUnpriced ? { unpriced: 'allowed' } : {}),
  })
}
