/** What usage costs: by the user's own prices, then by the price book, which is loaded with the first attempt. */
import { configuredCost, configuredPrice, loadPriceBook, type PriceBook, type Used } from '#adapters/prices/index.ts'
import type { Price } from '#model/price.ts'

/** In micro-dollars; undefined: it has no price. */
export type Pricing = (used: Pick<Used, 'model' | 'tokens' | 'of'>) => number | undefined

interface PricingParts {
  readonly wall: () => number
  readonly book?: () => Promise<PriceBook>
}

/** `endpoint`: an address that is not the provider's own. */
export function createPricing({ wall, book = loadPriceBook }: PricingParts, prices: () => readonly Price[]) {
  let opened: Promise<PriceBook> | undefined
  return async (endpoint?: string): Promise<Pricing> => {
    const known = await (opened ??= book())
    return ({ model, tokens, of }) => {
      const row = configuredPrice(model, prices())
      return row === undefined ? known.costOf({ model, tokens, of, at: wall(), endpoint }) : configuredCost(row, tokens)
    }
  }
}
