/** What tokens of a model cost, in dollars per million: which is micro-dollars per token. */
import { z } from 'zod'

const Dollars = z.number().nonnegative().max(100_000)

/** A price from the user's configuration. */
export const Price = z.strictObject({
  /** The whole name of a model; `*` stands for any part of it. */
  model: z.string().min(1).max(200),
  input: Dollars,
  output: Dollars,
  /** Absent: like input. */
  cacheRead: Dollars.optional(),
  cacheWrite: Dollars.optional(),
})
export type Price = z.infer<typeof Price>

/** The price book of a run, besides the prices of the configuration. */
export const PriceBookName = z.strictObject({
  name: z.string().max(200),
  version: z.string().max(100),
  date: z.string().max(20),
})
export type PriceBookName = z.infer<typeof PriceBookName>
