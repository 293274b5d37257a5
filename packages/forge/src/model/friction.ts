/** Friction of an agent (S0-43): about skills, by a closed set of words, or experimental ones that begin with `x_`. */
import { z } from 'zod'

export const skillFriction = [
  'skill_unused',
  'skill_failed',
  'skill_missing',
  'skill_stale',
  'skill_redundant',
] as const

export const FrictionWord = z.union([
  z.enum(skillFriction),
  z.string().regex(/^x_[a-z_]{1,60}$/, `${skillFriction.join(', ')}, or a word of your own that begins with x_`),
])
export type FrictionWord = z.infer<typeof FrictionWord>

/** One signal from an agent; Forge adds the persona and the workflow. */
export const FrictionSignal = z.strictObject({
  issue: FrictionWord.describe('What was the matter'),
  subkind: FrictionWord.optional(),
  evidence: z.string().min(1).max(1000).optional().describe('What showed it, in a sentence'),
})
export type FrictionSignal = z.infer<typeof FrictionSignal>

/** The part of any answer that reports friction. */
export const friction = z
  .array(FrictionSignal)
  .max(20)
  .optional()
  .describe('What stood in the way, one entry each; leave it out when nothing did')

export const WithFriction = z.looseObject({ nonce: z.string(), friction })
