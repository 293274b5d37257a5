/** The usage of one request, the same for every wire format: input excludes tokens read from a cache. */

export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of the cache writes that is stored for an hour, if reported. */
  readonly cacheWriteHourTokens?: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    ...hoursOf((one.cacheWriteHourTokens ?? 0) + (other.cacheWriteHourTokens ?? 0)),
  }
}

function hoursOf(cacheWriteHourTokens: number): Pick<Tokens, 'cacheWriteHourTokens'> {
  return cacheWriteHourTokens === 0 ? {} : { cacheWriteHourTokens }
}

export function sumOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
}
