/**
 * Public list prices in dollars per million tokens, for usage whose agent tells no money. They were true on 2025-12-01 and
 * change often: `prices:` in the configuration stands before them. The first row that is in a model's name counts, so that a
 * model without a row of its own is priced as its family.
 */
import type { Price } from '#model/price.ts'

export const listPrices: readonly Price[] = [
  row('opus-4-1', 15, 75, 1.5, 18.75),
  row('opus-4-0', 15, 75, 1.5, 18.75),
  row('opus-4-2025', 15, 75, 1.5, 18.75),
  row('3-opus', 15, 75, 1.5, 18.75),
  row('opus', 5, 25, 0.5, 6.25),
  row('sonnet', 3, 15, 0.3, 3.75),
  row('3-5-haiku', 0.8, 4, 0.08, 1),
  row('3-haiku', 0.25, 1.25, 0.03, 0.3),
  row('haiku', 1, 5, 0.1, 1.25),
  row('gpt-5-nano', 0.05, 0.4, 0.005),
  row('gpt-5-mini', 0.25, 2, 0.025),
  row('gpt-5-pro', 15, 120),
  row('gpt-5', 1.25, 10, 0.125),
  row('gpt-4.1-nano', 0.1, 0.4, 0.025),
  row('gpt-4.1-mini', 0.4, 1.6, 0.1),
  row('gpt-4.1', 2, 8, 0.5),
  row('gpt-4o-mini', 0.15, 0.6, 0.075),
  row('gpt-4o', 2.5, 10, 1.25),
  row('o4-mini', 1.1, 4.4, 0.275),
  row('o3', 2, 8, 0.5),
  row('gemini-2.5-pro', 1.25, 10, 0.125),
  row('gemini-2.5-flash', 0.3, 2.5, 0.03),
  row('gemini-3-pro', 2, 12, 0.2),
]

type Cached = readonly [cacheRead?: number, cacheWrite?: number]

function row(model: string, input: number, output: number, ...[cacheRead, cacheWrite]: Cached): Price {
  return {
    model,
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  }
}
