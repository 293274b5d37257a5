/**
 * A run as every surface shows it: the one view from which status, watch, report, show, list and `--json` select.
 * `core/views/run.ts` makes it. A quick view imports its types only: they load no schema.
 */
import { z } from 'zod'
import { Limits } from '#model/budget.ts'
import { Learning } from '#model/learning.ts'
import type { NextStep as NextStepType } from '#model/next.ts'
import { Checks } from '#model/note.ts'
import { PhaseRecord } from '#model/phase-record.ts'
import { Question } from '#model/question.ts'
import { Said } from '#model/said.ts'

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly()
}

export const NextStep: z.ZodType<NextStepType> = z.union([
  z.object({
    operation: z.string().describe('Name of the operation'),
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    asks: z.record(z.string(), Said).optional().describe('Fields that the user fills in, with what stands for them'),
    command: z.string().optional().describe('The same as it is typed; only in JSON that is printed'),
  }),
  Said,
])

/** Every answer has next steps. */
export const Next = list(NextStep).describe('What to do next, best first')

export const Landed = z
  .object({ branch: z.string(), commit: z.string(), at: z.number().describe('In milliseconds since 1970') })
  .describe('Where all that is merged was landed, and when; null until then')

export const SandboxedAttempts = list(
  z.object({
    held: z.enum(['sandbox', 'agent', 'processes', 'marker']),
    network: z.enum(['closed', 'open']),
    why: Said.optional(),
    attempts: z.number(),
  }),
).describe('How attempts were held, as each has it on record')
export type SandboxedAttempts = z.output<typeof SandboxedAttempts>

/** The preset's status of a run or a unit; without one, the state that every run has. */
const Status = z.object({ is: z.string(), said: Said })

const money = {
  costMicros: z.number().describe('Millionths of a dollar'),
  estimatedMicros: z.number().describe('The part of the money that the agent did not tell and Forge estimated'),
}

/** The row that is written with every turn, so that a list of runs reads no journal. */
export const RunSummary = z.object({
  run: z.string(),
  seq: z.number().describe('Number of the last entry that is in this'),
  status: z.enum(['absent', 'running', 'paused', 'stopped', 'cancelling', 'finished']),
  outcome: z.enum(['done', 'failed', 'cancelled']).nullable(),
  reason: Said.nullable(),
  percent: z.number(),
  unitsDone: z.number(),
  unitsTotal: z.number(),
  questions: z.number().describe('How many wait for an answer'),
  ...money,
  unpricedTokens: z.number().describe('Tokens without a known price; they are not in the money'),
  at: z.number().describe('Time of the last event, in milliseconds since 1970'),
  landed: Landed.nullable(),
})
export type RunSummary = z.output<typeof RunSummary>

export const Cost = z.object({
  ...money,
  tokens: z.number(),
  activeMs: z.number(),
  attempts: z.number().describe('How often agents tried'),
  steps: z.number().describe('How often Forge itself checked, merged or tidied'),
  unpricedTokens: z.number().describe('Tokens without a known price; they are not in the money'),
  peakContext: z.number().describe('The most tokens that went into one attempt'),
})
export type Cost = Readonly<z.output<typeof Cost>>

const Costs = z.record(z.string(), Cost)

export const Attempt = z.object({
  key: z.string(),
  seq: z.number().describe('Number of the entry that began it'),
  phase: z.string(),
  at: z.number(),
  reason: Said,
  attempt: z.number().describe('Which attempt of its phase'),
  role: z.string().optional().describe('Role of the agent; none for checks and git'),
  state: z.string().describe('running, or how it ended: worked, judged, checked, failed, …'),
  outcome: Said.optional().describe('Left out while it runs'),
  failure: z.string().optional(),
  verdict: z.string().optional(),
  tier: z.string().optional(),
  model: z.string().optional().describe('The model it ran on, or was to run on'),
  effort: z.string().optional(),
  seconds: z.number().optional(),
  costMicros: z.number().optional(),
  estimatedMicros: z.number().optional(),
  tokens: z.number().optional(),
})
export type Attempt = z.output<typeof Attempt>

export const UnitStatus = z.enum(['open', 'done', 'stopped', 'dropped'])

/** The position of a unit. Units are a tree: the parts of a unit are its children, one level more. */
const standing = {
  path: z.string().describe('Ids from the outermost unit to this one, with / between them'),
  level: z.number().describe('0 for the outermost'),
  id: z.string(),
  title: z.string(),
  status: UnitStatus,
  phase: z.string().optional().describe('The phase it stands at; absent when all are behind it'),
  running: z.string().optional().describe('Key of the attempt that runs now'),
  attempt: z.number().optional().describe('Which attempt at the phase runs now'),
  since: z.number().optional().describe('When it began, in milliseconds since 1970'),
  waiting: Said.optional().describe('Why nothing of it runs, while it is open'),
  stop: z.object({ reason: Said, remedy: z.string(), hint: Said }).optional(),
  attempts: z.number().describe('How often its agents tried'),
}

/** Units of the same kind. */
type Children<Unit> = z.ZodReadonly<z.ZodArray<z.ZodType<Unit>>>

const StandingFields = z.object(standing)
export interface UnitStanding extends z.output<typeof StandingFields> {
  readonly children: readonly UnitStanding[]
}
export const UnitStanding = StandingFields.extend({
  get children(): Children<UnitStanding> {
    return list(UnitStanding)
  },
})

const UnitFields = z.object({
  ...standing,
  template: z.string(),
  isPlanned: z.boolean().describe('Somebody planned or added it: the preset does not bring it'),
  state: Status,
  waits: z.string().optional().describe('What it waits for: dependency, question, turn, limit, …'),
  phases: list(z.object({ name: z.string(), isMaker: z.boolean(), hasPassed: z.boolean() })).describe('In order'),
  revisions: z.number().describe('How often it was sent back'),
  checks: Checks.optional().describe('Of the last commands that Forge ran for it'),
  ...money,
  tokens: z.number(),
  activeMinutes: z.number(),
  notes: Said,
  brief: z.string(),
  depends: list(z.string()),
  writes: list(z.string()).optional(),
  verify: list(z.object({ name: z.string(), run: z.string() })),
  merged: z.string().optional().describe('The merge commit'),
  work: z.object({ commit: z.string(), base: z.string(), changed: list(z.string()) }).optional(),
  documents: list(z.object({ phase: z.string(), text: z.string() })).describe('What its phases wrote last'),
  summaries: list(PhaseRecord.extend({ phase: z.string() })).describe(
    'What each phase brought, in short, as Forge wrote it down',
  ),
  tries: list(Attempt).describe('Every attempt at it, those of Forge too'),
})
export interface UnitView extends z.output<typeof UnitFields> {
  readonly children: readonly UnitView[]
}
export const UnitView = UnitFields.extend({
  get children(): Children<UnitView> {
    return list(UnitView)
  },
})

/** The whole view: from the journal of the run and observations of the world. */
export const RunView = RunSummary.extend({
  request: z.string(),
  agent: z.string().optional().describe('Who was named to do the work when it began'),
  opens: z.enum(['working', 'planning']),
  hasBegun: z.boolean().describe('What was planned may begin'),
  only: list(z.string()).optional().describe('What may begin, when that is not everything'),
  state: Status,
  isDriven: z.boolean().describe('Whether a living process drives it now'),
  unread: z.number().describe('Words of humans that no driver has read yet'),
  end: z
    .enum(['open', 'done', 'limit', 'agent', 'unsuccessful'])
    .describe('How it has ended; limit and agent: it goes on once that is mended'),
  hasHalted: z.boolean().describe('It ended by itself, undone, and no higher limit moves it on'),
  landable: z.enum(['nothing', 'partial', 'whole']),
  etaMinutes: z.number().optional(),
  confidence: z.enum(['low', 'medium', 'high']),
  tokens: z.number(),
  activeMinutes: z.number(),
  retries: z.number().describe('Attempts of agents beyond the first of each phase'),
  ceilings: Limits,
  limits: z
    .object({
      costMicros: z.number().optional(),
      tokens: z.number().optional(),
      checked: z
        .enum(['before-requests', 'between-attempts'])
        .describe(
          'Between attempts: an agent with a login of its own says what it used afterwards, and can pass a limit',
        ),
    })
    .optional()
    .describe('Of money and tokens, once something was used'),
  cost: z.object({
    total: Cost,
    fates: z
      .object({ good: Cost, failed: Cost, stale: Cost, lost: Cost })
      .describe('By what became of attempts; stale came too late to count, lost died with their driver'),
    advice: Cost.describe('What the advisor of a halted run used; it is in the total and of no unit'),
    units: Costs,
    phases: Costs,
    models: Costs,
  }),
  unpriced: list(z.string()).describe('Models without a price that were used, where their names are known'),
  priceBook: z
    .object({ name: z.string(), version: z.string(), date: z.string() })
    .optional()
    .describe('Where prices come from besides the configuration, and of which day they are'),
  held: SandboxedAttempts,
  asked: list(Question).describe('What waits for an answer'),
  units: list(UnitView),
  advice: list(Said).describe('What to do about each unit that stopped'),
  openPoints: list(z.object({ unit: z.string(), phase: z.string(), text: Said })).describe(
    'What was deferred and is left to decide',
  ),
  documents: list(z.object({ unit: z.string(), phase: z.string(), text: z.string() })).describe(
    'What phases wrote for people: no other phase reads it',
  ),
  failure: Said.optional().describe('When nothing at all was merged: what to think of first'),
  learnings: list(Learning).describe('What the run has learned'),
  next: Next,
})
export type RunView = z.output<typeof RunView>
