/** A phase of a unit: one node of one of the six kinds (U-02). Only `agent` nodes cost tokens. */
import { z } from 'zod'
import { Slug, UnitId } from '#model/ids.ts'
import { CheckCommand } from '#model/evidence.ts'
import { Directive } from '#model/gate.ts'
import { mostSummaries } from '#model/most-summaries.ts'
import { Effort } from '#model/route.ts'

/**
 * What a verdict other than `pass` does to the unit (U-06). `off` skips the phase, `advisory` records it and continues,
 * `ask` lets a human decide, `defer` records it as an open point of the run and continues.
 */
export const Effect = z.enum(['blocking', 'advisory', 'off', 'ask', 'defer'])
export type Effect = z.infer<typeof Effect>

/** Parts of the project in the prompt (S0-21, S0-22). */
export const PhaseContext = z.strictObject({
  architecture: z.boolean().optional(),
  priorSummaries: z.number().int().nonnegative().max(mostSummaries).optional(),
  /** Names of further blocks, in order. */
  blocks: z.array(Slug).max(30).optional(),
})
export type PhaseContext = z.infer<typeof PhaseContext>

/** Fields that are newer than the first journals are optional: older records stay valid. */
const common = {
  name: Slug,
  effect: Effect.default('blocking'),
  /** The phase that works again when this one says `revise`; absent: the unit stops. */
  onRevise: Slug.optional(),
  /** The revision that stops the unit: with 3, the third does (S0-32). Absent: the budget of the run. */
  maxIterations: z.number().int().positive().max(100).optional(),
  /** The unit that plans the whole again, with this phase's findings, when it says `revise` (S2-21). */
  iterate: UnitId.optional(),
  /** `decreasing`: a round that finds no less than the one before stops the unit (S1-44). */
  rounds: z.literal('decreasing').optional(),
  /** What must hold before the phase starts. */
  gates: z.array(Directive).max(50).optional(),
  /** What must hold for the phase's products. */
  outputs: z.array(Directive).max(50).optional(),
  /** Phases whose documents or work this one uses: a change there makes its own product stale. */
  requires: z.array(Slug).max(30).optional(),
}

const Vocabulary = z.record(z.string(), z.enum(['pass', 'revise', 'stop']))

export const AgentPhase = z.strictObject({
  ...common,
  kind: z.literal('agent'),
  role: Slug,
  /** `work` changes a tree, `plan` proposes units, `document` writes a text, `verdict` judges a head or a document. */
  yields: z.enum(['work', 'plan', 'verdict', 'document']),
  /** For `plan`: the template that proposed units follow. */
  template: Slug.optional(),
  /** For `plan`: templates that a proposed unit may ask for by its `pipeline`. */
  pipelines: z.array(Slug).max(50).optional(),
  /** For `verdict`: the phase whose document is judged; absent: the head. */
  judges: Slug.optional(),
  /** For `verdict`: raw words of the preset → normal form. A word outside it is `none`. */
  vocabulary: Vocabulary.default({ approve: 'pass', revise: 'revise', reject: 'stop' }),
  wallMs: z.number().int().positive().default(3_600_000),
  idleMs: z.number().int().positive().default(600_000),
  /** After a crash or a timeout: `simplify` asks once more with a simpler prompt, as after an empty answer (S0-33). */
  onFailure: z.enum(['again', 'simplify']).optional(),
  /** Hints for the router (S0-02, S0-09): a model by name wins over a tier. */
  model: z.string().min(1).max(200).optional(),
  tier: z.string().min(1).max(50).optional(),
  effort: Effort.optional(),
  /** The instructions of this phase by name. */
  workflow: Slug.optional(),
  context: PhaseContext.optional(),
})

export const CheckPhase = z.strictObject({
  ...common,
  kind: z.literal('check'),
  /** The agent's head, the candidate merge, or the integration tip. */
  on: z.enum(['head', 'candidate', 'tip']),
  /** Commands of this phase, run besides those of the unit. */
  commands: z.array(CheckCommand).default([]),
})

export const GatePhase = z.strictObject({
  ...common,
  kind: z.literal('gate'),
  /** A predicate over recorded facts. */
  require: z.enum(['declared-writes', 'some-change']),
})

export const AskPhase = z.strictObject({
  ...common,
  kind: z.literal('ask'),
  /**
   * The subject of the question; the answer is bound to its hash and has no default, because silence is never yes
   * (I-24). `gate-changes` is asked only about guarded changes (I-22).
   */
  about: z.enum(['plan', 'gate-changes', 'work', 'document']),
  /** For `document`: the phase that wrote it. */
  judges: Slug.optional(),
  question: z.string().max(1000),
})

export const GitPhase = z.strictObject({
  ...common,
  kind: z.literal('git'),
  /** `integrate` prepares the merge commit on the tip; `merge` moves the tip to it by compare-and-swap. */
  op: z.enum(['integrate', 'merge']),
})

export const ChorePhase = z.strictObject({
  ...common,
  kind: z.literal('chore'),
  op: z.enum(['remove-tree']),
})

export const Phase = z.discriminatedUnion('kind', [AgentPhase, CheckPhase, GatePhase, AskPhase, GitPhase, ChorePhase])
export type Phase = z.infer<typeof Phase>
export type AgentPhase = z.infer<typeof AgentPhase>
export type CheckPhase = z.infer<typeof CheckPhase>
export type GatePhase = z.infer<typeof GatePhase>
export type AskPhase = z.infer<typeof AskPhase>
export type GitPhase = z.infer<typeof GitPhase>
export type ChorePhase = z.infer<typeof ChorePhase>
