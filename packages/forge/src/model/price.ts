/** What tokens of a model cost, in dollars per million: which is micro-dollars per token. */
import { z } from 'zod'

const Dollars = z.number().nonnegative().max(100_000)

export const Price = z.strictObject({
  /** A model's name or a part of it, such as its family; the first row that is in a name counts. */
  model: z.string().min(1).max(200),
  input: Dollars,
  output: Dollars,
  /** Absent: like input. */
  cacheRead: Dollars.optional(),
  cacheWrite: Dollars.optional(),
})
export type Price = z.infer<typeof Price>
