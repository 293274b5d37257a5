/** How many tokens an attempt used, of whatever kind. */
import type { Usage } from './usage.ts'

export function tokensOf(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}
