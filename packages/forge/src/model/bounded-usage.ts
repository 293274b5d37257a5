/** Figures of usage within what can be recorded. Without schemas: a look at a run needs none. */
import type { Usage } from '#model/usage.ts'

/** More than anything can have used: sums and prices of such figures stay exact. */
export const mostTokens = 1e12
export const mostMicros = 1e15

/** Figures as they may be recorded, whatever was told and added up. */
export function boundedUsage(usage: Usage): Usage {
  const count = (figure: number, most: number): number =>
    Number.isFinite(figure) ? Math.min(most, Math.max(0, Math.ceil(figure))) : most
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costMicros, requests } = usage
  return {
    ...usage,
    inputTokens: count(inputTokens, mostTokens),
    outputTokens: count(outputTokens, mostTokens),
    cacheReadTokens: count(cacheReadTokens, mostTokens),
    cacheWriteTokens: count(cacheWriteTokens, mostTokens),
    costMicros: count(costMicros, mostMicros),
    ...(requests === undefined ? {} : { requests: count(requests, mostTokens) }),
  }
}
