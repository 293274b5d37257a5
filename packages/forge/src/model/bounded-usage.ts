/** Usage figures clamped to what can be recorded. Without schemas: viewing a run needs none. */

/** More than any attempt can use: sums and prices of such figures stay exact. */
export const mostTokens = 1e12
export const mostMicros = 1e15

interface Figures {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly costMicros: number
  readonly requests?: number | undefined
  readonly estimatedMicros?: number | undefined
  readonly unpricedTokens?: number | undefined
}

/** Clamps figures that were reported and added up. */
export function boundedUsage<Usage extends Figures>(usage: Usage): Usage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costMicros, requests } = usage
  const { estimatedMicros, unpricedTokens } = usage
  return {
    ...usage,
    inputTokens: within(inputTokens, mostTokens),
    outputTokens: within(outputTokens, mostTokens),
    cacheReadTokens: within(cacheReadTokens, mostTokens),
    cacheWriteTokens: within(cacheWriteTokens, mostTokens),
    costMicros: within(costMicros, mostMicros),
    ...(requests === undefined ? {} : { requests: within(requests, mostTokens) }),
    ...(estimatedMicros === undefined ? {} : { estimatedMicros: within(estimatedMicros, mostMicros) }),
    ...(unpricedTokens === undefined ? {} : { unpricedTokens: within(unpricedTokens, mostTokens) }),
  }
}

function within(figure: number, most: number): number {
  return Number.isFinite(figure) ? Math.min(most, Math.max(0, Math.ceil(figure))) : most
}
