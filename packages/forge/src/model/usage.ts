/** What an attempt cost. Money is whole micro-dollars, so that sums are exact. */
import { z } from 'zod'
import { mostMicros, mostTokens } from '#model/bounded-usage.ts'

const Count = z.number().int().nonnegative().max(mostTokens)

export const Usage = z.strictObject({
  inputTokens: Count,
  outputTokens: Count,
  cacheReadTokens: Count,
  cacheWriteTokens: Count,
  costMicros: z.number().int().nonnegative().max(mostMicros),
  /** The part of the money that Forge estimated from tokens. */
  estimatedMicros: z.number().int().nonnegative().max(mostMicros).optional(),
  /** Tokens without a price: they are not in the money. Absent: no price was looked up. */
  unpricedTokens: Count.optional(),
  /** The models without a price, where they are known. */
  unpriced: z.array(z.string().max(200)).max(20).optional(),
  /** The number of requests to its provider, if the meter saw them. */
  requests: Count.optional(),
  /** `metered` on its way to the provider, `reported` by the agent's own stream, or `estimated` by Forge. */
  source: z.enum(['metered', 'reported', 'estimated']),
})
export type Usage = z.infer<typeof Usage>

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costMicros: 0,
  source: 'reported',
}
