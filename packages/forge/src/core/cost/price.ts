/**
 * What usage costs if the agent reported no money: an estimate from its tokens, marked as one; or no price at all,
 * marked as that.
 */
import { boundedUsage } from '#model/bounded-usage.ts'
import { tokensOf } from '#model/tokens.ts'
import type { Usage } from '#model/usage.ts'

/** In micro-dollars; undefined: the model has no price. */
export type CostOf = (model: string, tokens: Usage) => number | undefined

/** Money that an agent reports is never corrected. An agent that reports no model has no price. */
export function pricedUsage(usage: Usage, model: string | undefined, costOf: CostOf): Usage {
  const tokens = tokensOf(usage)
  if (usage.costMicros > 0 || tokens === 0) return usage
  const costMicros = model === undefined ? undefined : costOf(model, usage)
  if (costMicros === undefined)
    return { ...usage, unpricedTokens: tokens, ...(model === undefined ? {} : { unpriced: [model] }) }
  return boundedUsage({ ...usage, costMicros, estimatedMicros: costMicros, unpricedTokens: 0, source: 'estimated' })
}
