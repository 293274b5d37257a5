/**
 * Prompts as data: the texts of a role as a run recorded them, what a task adds, and what became of every block. Texts
 * are recorded when a run starts, so that a newer Forge or an edited persona does not change it.
 */
import { z } from 'zod'
import { Hash } from '#model/hash.ts'
import { Slug } from '#model/ids.ts'

/** Blocks in their order in a prompt: what stays the same comes first (see core/context/assemble.ts). */
export const BlockName = z.enum([
  'conduct',
  'role',
  'workflow',
  'project',
  'architecture',
  'blocks',
  'finish',
  'overlay',
  'summaries',
  'review-loop',
  'order',
  'task',
  'documents',
  'feedback',
  'variant',
  'answer',
])
export type BlockName = z.infer<typeof BlockName>

/** Texts of Forge itself at fixed places, with names in double braces for values of the attempt. */
export const FragmentName = z.enum([
  'conduct',
  'conduct-work',
  'conduct-read',
  'order-work',
  'order-plan',
  'order-document',
  'order-judge',
  'order-judge-document',
  'document',
  'returned',
  'simplified',
  'corrected',
  'review-loop',
  'finish',
  'answer',
])
export type FragmentName = z.infer<typeof FragmentName>

const RecordedText = z.strictObject({
  text: z.string().max(200_000),
  /** The source file, inside the repository or `forge:` for a shipped one. */
  source: z.string().max(1000),
})
export type RecordedText = z.infer<typeof RecordedText>

/** The form of a persona in a prompt: a compact summary with a pointer, or its full text (S0-25). */
export const PromptMode = z.enum(['reference', 'inline'])
export type PromptMode = z.infer<typeof PromptMode>

/** Default limit of estimated tokens of a whole prompt. */
export const defaultPromptTokens = 60_000

/** Everything that every attempt of one role of one run gets. */
export const PromptPack = z.strictObject({
  v: z.literal(1),
  mode: PromptMode,
  role: RecordedText,
  workflow: RecordedText.optional(),
  project: RecordedText.optional(),
  /** Given only to phases that ask for it (S0-22). */
  architecture: RecordedText.optional(),
  /** Texts that the phase names, in its order. */
  blocks: z.array(RecordedText).max(30).optional(),
  /** For a sentence that a newer Forge has and this run did not record, the plainest form is used. */
  fragments: z.partialRecord(FragmentName, RecordedText),
  /** Limit of estimated tokens of a whole prompt. */
  budget: z.number().int().positive(),
})
export type PromptPack = z.infer<typeof PromptPack>

/** A short summary of an earlier phase of the unit. */
export const PhaseSummary = z.strictObject({
  phase: Slug,
  verdict: z.string().max(100),
  text: z.string().max(1000),
  keyChanges: z.array(z.string().max(200)).max(12).optional(),
})
export type PhaseSummary = z.infer<typeof PhaseSummary>

/** What is specific to the attempt in its prompt. */
export const TaskContext = z.strictObject({
  /** The texts of the role, as a blob; absent in runs that were recorded without. */
  texts: Hash.optional(),
  /** A slice of the run around this unit, at most 1 kB (S0-23); empty if there is none. */
  overlay: z.string().max(1024).optional(),
  /** The last phases of the unit, at most three, oldest first (S0-21). */
  summaries: z.array(PhaseSummary).max(3).optional(),
  /** For phases that judge: which iteration this is, and how many there may be (S0-24). */
  loop: z.strictObject({ iteration: z.number().int().positive(), of: z.number().int().positive() }).optional(),
  architecture: z.boolean().optional(),
})
export type TaskContext = z.infer<typeof TaskContext>

/** The result of one block. */
export const BlockEntry = z.strictObject({
  name: BlockName,
  place: z.enum(['system', 'text']),
  need: z.enum(['mandatory', 'optional']),
  /** `foreign`: not written by Forge or the user, so it is fenced as data. */
  trust: z.enum(['own', 'foreign']),
  state: z.enum(['whole', 'cut', 'dropped', 'absent']),
  /** Estimated tokens in the prompt, and in the source. */
  tokens: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
  source: z.string().max(1000).optional(),
})
export type BlockEntry = z.infer<typeof BlockEntry>

/** What went into a prompt and what was cut. */
export const PromptManifest = z.strictObject({
  /** How tokens were estimated. */
  estimator: z.string(),
  variant: z.enum(['plain', 'simplified', 'corrected']),
  mode: PromptMode.optional(),
  texts: Hash.optional(),
  budget: z.number().int().positive(),
  tokens: z.number().int().nonnegative(),
  /** Tokens at the beginning that are the same in every attempt of this role. */
  stable: z.number().int().nonnegative(),
  blocks: z.array(BlockEntry),
})
export type PromptManifest = z.infer<typeof PromptManifest>
