/**
 * The definition of a preset (U-03): a pipeline as data, whoever wrote it. This one schema is the source of the type,
 * of the check at load and of the JSON Schema that editors read; a preset from TypeScript is a value of the same shape.
 */
import { z } from 'zod'
import { say, type Said } from '#messages/said.ts'
import { explained } from '#model/explained.ts'
import { Budget } from '#model/budget.ts'
import { CheckCommand } from '#model/evidence.ts'
import { Slug, UnitId } from '#model/ids.ts'
import { mostSummaries } from '#model/most-summaries.ts'
import { Effect } from '#model/phase.ts'
import { RouteLetter } from '#model/phase-record.ts'
import { CommitPolicy, Isolation } from '#model/policy.ts'
import { Effort } from '#model/route.ts'

const Line = z.string().trim().min(1).max(500)
const Minutes = z.number().positive().max(10_000)

/** A list, or its only element. */
function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.union([item, z.array(item).max(50)])
}

const common = {
  name: Slug.meta(explained(say('presetKey.phaseName'))),
  effect: Effect.optional().describe('What a verdict other than pass does; blocking when left out'),
  on_revision: Slug.optional().describe(
    'The phase that works again when this one wants a revision; the nearest that made what it judges when left out',
  ),
  max_iterations: z
    .number()
    .int()
    .positive()
    .max(100)
    .optional()
    .describe('The revision that stops the unit; 3 when left out'),
  iterate: UnitId.optional().describe(
    'The unit of start whose plan is made again when this phase, on what all units have brought, wants a revision: a new iteration',
  ),
  rounds: z
    .literal('decreasing')
    .optional()
    .describe('decreasing: a round that finds no less than the round before stops the unit'),
  gates: oneOrMore(Line).optional().describe('Lines of the gate language that must hold before the phase starts'),
  requires: z.array(Slug).max(30).optional().describe('Phases whose documents this phase works from'),
  produces: oneOrMore(Line).optional().describe('Lines of the gate language that must hold when the phase has ended'),
}

const WrittenCheck = z.strictObject({
  name: z.string().min(1).max(100).optional().describe('How reports call it; the command itself when left out'),
  run: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .meta(explained(say('presetKey.shellLine'))),
  cwd: z.string().max(4096).optional().describe('Folder inside the repository; its root when left out'),
  timeoutMs: z.number().int().positive().optional().describe('After how many milliseconds it counts as failed'),
})
const Checks = z.array(z.union([z.string().trim().min(1).max(4000), WrittenCheck])).max(50)

const Context = z.strictObject({
  architecture: z.boolean().optional().describe('Whether the prompt tells how the project is built'),
  prior_summaries: z
    .union([z.literal('none'), z.number().int().nonnegative().max(mostSummaries)])
    .optional()
    .describe('How many earlier phases are summed up in the prompt; 3, the most there are, when left out'),
  blocks: z.array(Slug).max(30).optional().describe('Further blocks of the prompt, in order'),
})

const WrittenAgent = z.strictObject({
  ...common,
  kind: z.literal('agent'),
  role: Slug.meta(explained(say('presetKey.roleOfPhase'))),
  yields: z.enum(['work', 'plan', 'verdict', 'document']).meta(explained(say('presetKey.phaseYields'))),
  template: Slug.optional().describe('For plan: the template that proposed units follow'),
  pipelines: z
    .union([z.literal('project'), z.array(Slug).max(50)])
    .optional()
    .describe('For plan: templates that a unit may ask for by name; project: those of the configuration'),
  judges: Slug.optional().describe('For verdict: the phase whose document is judged; the work when left out'),
  vocabulary: z
    .record(z.string().min(1).max(100), z.enum(['pass', 'revise', 'stop']))
    .optional()
    .describe('For verdict: the words that may be said, and what each means'),
  max_minutes: Minutes.optional().describe('How long one attempt may take; 60 when left out'),
  idle_minutes: Minutes.optional().describe('How long it may show no sign of life; 10 when left out'),
  on_failure: z
    .enum(['again', 'simplify'])
    .optional()
    .describe('After a crash or a timeout: try again, or once more with a simpler prompt'),
  model: z.string().min(1).max(200).optional().describe('A model by name; wins over tier'),
  tier: z
    .enum(['light', 'standard', 'heavy', 'max', 'opus', 'sonnet', 'haiku'])
    .optional()
    .describe('How strong the model should be'),
  effort: Effort.optional().describe('How hard the model should think'),
  workflow: Slug.optional().describe('Instructions of this phase by name'),
  context: Context.optional().describe('What else goes into the prompt'),
})

const WrittenCheckPhase = z.strictObject({
  ...common,
  kind: z.literal('check'),
  on: z.enum(['head', 'candidate', 'tip']).meta(explained(say('presetKey.whatIsChecked'))),
  commands: Checks.optional().describe('Commands besides those of the unit'),
})

const WrittenGate = z.strictObject({
  ...common,
  kind: z.literal('gate'),
  require: z.enum(['declared-writes', 'some-change']).meta(explained(say('presetKey.whatMustBeTrue'))),
})

const WrittenAsk = z.strictObject({
  ...common,
  kind: z.literal('ask'),
  about: z.enum(['plan', 'gate-changes', 'work', 'document']).meta(explained(say('presetKey.whatHumanDecides'))),
  judges: Slug.optional().describe('For document: the phase that wrote it'),
  question: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .meta(explained(say('presetKey.whatHumanIsAsked'))),
})

const WrittenGit = z.strictObject({
  ...common,
  kind: z.literal('git'),
  op: z.enum(['integrate', 'merge']).meta(explained(say('presetKey.integrateOrMerge'))),
})

const WrittenChore = z.strictObject({ ...common, kind: z.literal('chore'), op: z.enum(['remove-tree']) })

export const WrittenPhase = z.discriminatedUnion('kind', [
  WrittenAgent,
  WrittenCheckPhase,
  WrittenGate,
  WrittenAsk,
  WrittenGit,
  WrittenChore,
])
export type WrittenPhase = z.output<typeof WrittenPhase>

export const WrittenTemplate = z.strictObject({
  on_stop: z
    .enum(['continue', 'halt'])
    .optional()
    .describe('After a unit stops: continue with the others (the default), or halt the run'),
  phases: z
    .array(WrittenPhase)
    .min(1)
    .max(30)
    .meta(explained(say('presetKey.phasesInOrder'))),
  redispatch: z
    .literal('once')
    .optional()
    .describe(
      'once: a unit that fails without having been judged (no connection, a crash) is dispatched once more by itself',
    ),
  route: RouteLetter.optional().describe('The letter under which summaries name this way, where there are two'),
  laws: z
    .record(Slug, z.array(Slug).min(1).max(30))
    .optional()
    .describe('Phase → phases that must have passed before it starts, on every way; `forge preset check` proves it'),
})
export type WrittenTemplate = z.output<typeof WrittenTemplate>

const WrittenUnit = z.strictObject({
  id: UnitId,
  title: z.string().min(1).max(300).optional(),
  template: Slug.meta(explained(say('presetKey.phasesItFollows'))),
  depends: z.array(UnitId).max(200).optional().describe('Units that must be merged or done before it starts'),
  after: z.array(UnitId).max(200).optional().describe('Units that must have ended, well or not'),
  brief: z.string().max(50_000).optional().describe('What its agents are told; the request when left out'),
  writes: z.array(z.string().min(1).max(4096)).max(500).optional().describe('Paths that it may write'),
  verify: z
    .union([z.literal('project'), Checks])
    .optional()
    .describe('Commands of its checks; project: those of the configuration'),
})
export type WrittenUnit = z.output<typeof WrittenUnit>

/** Words of other tools that mean something else here: refused by name, with the replacement. */
const refusedCommits = {
  'per-group': say('presetKey.noPerGroup'),
  'per-phase': say('presetKey.noPerPhase'),
  'at-end': say('presetKey.noAtEnd'),
} as const
const refusedIsolations = {
  shared: say('presetKey.neverYourCheckout'),
  none: say('presetKey.neverYourCheckout'),
} as const

/** One or two words in small letters, as typed after `forge`. */
const CommandName = z.string().regex(/^[a-z][a-z-]*( [a-z][a-z-]*)?$/)

const Command = z.strictObject({
  name: CommandName.describe('How it is typed behind forge'),
  summary: Line.describe('What it does, in one line without a full stop'),
  details: z.string().max(4000).optional().describe('More about it, for its help page'),
  request: z
    .strictObject({ name: Slug, description: Line })
    .describe('What the request is called in its help, and what it says'),
  examples: z
    .array(z.strictObject({ command: Line, what: Line }))
    .min(1)
    .max(10)
    .describe('For its help page'),
})
export type PresetCommand = z.output<typeof Command>

export const Preset = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the schema of this file; Forge does not read it'),
  name: Slug.meta(explained(say('presetKey.commandLineName'))),
  title: z
    .string()
    .min(1)
    .max(100)
    .meta(explained(say('presetKey.oneLineTitle'))),
  description: z.string().max(4000).optional().describe('What it is for'),
  command: Command.optional().describe(
    'Its own command, beside forge run <name>; of presets that come with Forge only',
  ),
  opens: z
    .enum(['working', 'planning'])
    .optional()
    .describe('planning: what is planned waits until it is told to begin; working when left out'),
  templates: z.record(Slug, WrittenTemplate).meta(explained(say('presetKey.kindsOfUnits'))),
  start: z
    .array(WrittenUnit)
    .min(1)
    .max(50)
    .meta(explained(say('presetKey.unitsFromBeginning'))),
  closing: z.array(WrittenUnit).max(20).optional().describe('Units that come behind everything that was planned'),
  strategy: z
    .enum(['full', 'wave', 'sequential'])
    .optional()
    .describe('full: as soon as possible; wave: one depth of dependencies at a time; sequential: one at a time'),
  commit: CommitPolicy.optional()
    .describe(
      'none: nothing is merged; per-unit: each unit is merged and landed by itself (what happens when left out); per-run: each unit is merged by itself, and landed with all others as one commit',
    )
    .meta({ refused: refusedCommits }),
  isolation: Isolation.optional()
    .describe(
      'worktree: units work at the same time, each in a tree of its own (what happens when left out); branch: one after another, each on what the one before has merged',
    )
    .meta({ refused: refusedIsolations }),
  budget: Budget.partial().optional().describe('How often each kind of trouble may be met before a unit stops'),
  guarded: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('Paths that decide whether work passes; those of Forge when left out'),
})
/** A checked preset; `said`: the translated texts of a shipped one. */
export type Preset = z.output<typeof Preset> & { readonly said?: PresetTexts }

/** The translated texts of a shipped preset. */
export interface PresetTexts {
  readonly title: Said
  readonly description?: Said
  /** Texts that a run shows: titles by the id of a unit, questions by `<template>/<phase>`. */
  readonly inRun: Readonly<Record<string, Said>>
}

export function checkOf(written: z.output<typeof Checks>[number]): CheckCommand {
  const command = typeof written === 'string' ? { run: written } : written
  return CheckCommand.parse({ name: command.run.slice(0, 100), ...command })
}

/** The JSON Schema that editors read. */
export function presetSchema(): object {
  known ??= schemaOf()
  return known
}

let known: object | undefined

function schemaOf(): object {
  const { $schema, ...schema } = z.toJSONSchema(Preset, { io: 'input' })
  return { $schema, title: 'A preset of Forge', ...schema }
}
