/** The normal form of every judgement (U-04), and what it judged. `none` is never upgraded to `pass`. */
import { z } from 'zod'
import { friction } from '#model/friction.ts'
import { Hash } from '#model/hash.ts'
import { line } from '#model/line.ts'
import { Said } from '#model/said.ts'

export const Verdict = z.enum(['pass', 'revise', 'stop', 'none'])
export type Verdict = z.infer<typeof Verdict>

/** The subject of a verdict, approval or check result. One changed part makes it stale. */
export const Judged = z.strictObject({
  /** Tree, commit or plan that was judged; empty for work that starts from nothing judged. */
  subject: z.string().max(200),
  definition: Hash,
  environment: Hash,
  /**
   * The source of the prompt: unit, feedback so far. Another wording of the same is no difference. Empty without a
   * model.
   */
  prompt: z.string().max(200),
})
export type Judged = z.infer<typeof Judged>

export const Severity = z.enum(['error', 'warning', 'note'])

export const Finding = z.strictObject({
  file: line(4096).optional(),
  line: z.number().int().positive().optional(),
  severity: Severity,
  category: line(100),
  claim: z.string().max(2000),
  evidence: z.string().max(4000).optional(),
})
export type Finding = z.infer<typeof Finding>

/** A finding as it is recorded: of an agent in its own words, or of Forge. */
export const RecordedFinding = Finding.extend({ claim: Said })
export type RecordedFinding = z.infer<typeof RecordedFinding>

/** The answer of a judging agent. The word is the preset's own; the engine reads it through the phase's vocabulary. */
export const JudgeAnswer = z.strictObject({
  nonce: z.string().max(200),
  verdict: line(100),
  findings: z.array(Finding).max(200).default([]),
  /** For each criterion of the unit, named by its `check`, whether it is met. */
  criteria: z
    .array(z.strictObject({ check: z.string().max(500), met: z.boolean(), evidence: z.string().max(2000).default('') }))
    .max(50)
    .optional(),
  summary: z.string().max(4000).default(''),
  friction,
})
export type JudgeAnswer = z.infer<typeof JudgeAnswer>
