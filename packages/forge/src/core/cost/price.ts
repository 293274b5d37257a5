/** What usage costs where the agent did not say: by the prices that were recorded with the run. */
import type { Price } from '#model/price.ts'
import { tokensOf } from '#model/tokens.ts'
import { boundedUsage } from '#model/bounded-usage.ts'
import type { Usage } from '#model/usage.ts'

/** The row of a model: its own, or that of its family. Rows stand narrow before wide. */
export function priceOf(model: string, prices: readonly Price[]): Price | undefined {
  const name = model.toLowerCase()
  return prices.find((row) => name.includes(row.model.toLowerCase()))
}

/** Money that an agent tells is never corrected; tokens without money are priced, and the sum is marked as estimated. */
export function pricedUsage(usage: Usage, model: string | undefined, prices: readonly Price[]): Usage {
  if (usage.costMicros > 0 || model === undefined || tokensOf(usage) === 0) return usage
  const price = priceOf(model, prices)
  if (price === undefined) return usage
  const { input, output, cacheRead = input, cacheWrite = input } = price
  const micros =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite
  return boundedUsage({ ...usage, costMicros: Math.ceil(micros), source: 'estimated' })
}
