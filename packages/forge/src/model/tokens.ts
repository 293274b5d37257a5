/** How many tokens an attempt used, of whatever kind. */
import type { Usage } from './usage.ts'

export function tokensOf(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}

/** The part of its money that Forge estimated. */
export function estimatedIn({ estimatedMicros, source, costMicros }: Usage): number {
  return estimatedMicros ?? (source === 'estimated' ? costMicros : 0)
}
