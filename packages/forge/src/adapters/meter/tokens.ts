/** What one request used, the same for every wire format: input is what was not read from a cache. */

export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  }
}

export function sumOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
}
