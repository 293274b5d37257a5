/** Seeded randomness for benchmarks: the same numbers on every machine. */
import { fractions } from '../packages/forge/src/testing/naturals.ts'

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  below(limit: number): number
  /** `count` different items, or all when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  lognormal(mu: number, sigma: number): number
}

export function randomOf(seed: number): Random {
  const next = fractions(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    sample(items, count) {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0] as never)
    },
    lognormal: (mu, sigma) =>
      Math.exp(mu + sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  }
}
