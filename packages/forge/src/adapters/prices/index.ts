/** Prices of models: the user's own, those of a maintained library, and a supplement to it. */
import type { Price } from '#model/price.ts'
import type { PriceBook, UsedTokens } from './book.ts'

export type { ListedModel, ListedPrice, PriceBook, Used, UsedTokens } from './book.ts'
export { bookAgeDays, bookName } from './version.ts'

/** Loaded at the first request for a price: its table is large, and most calls need none. */
export async function loadPriceBook(): Promise<PriceBook> {
  const { openPriceBook } = await import('./library.ts')
  return openPriceBook()
}

/** The user's row for a model: its full name, else a pattern with `*`, the longest first. */
export function configuredPrice(model: string, prices: readonly Price[]): Price | undefined {
  const name = model.toLowerCase()
  const rows = prices.toSorted((one, other) => other.model.length - one.model.length)
  return (
    rows.find((row) => row.model.toLowerCase() === name) ??
    rows.find((row) => row.model.includes('*') && patternOf(row.model).test(name))
  )
}

function patternOf(written: string): RegExp {
  const parts = written
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 'u')
}

/** In micro-dollars. */
export function configuredCost(
  { input, output, cacheRead = input, cacheWrite = input }: Price,
  tokens: UsedTokens,
): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = tokens
  return Math.ceil(
    inputTokens * input + outputTokens * output + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite,
  )
}
