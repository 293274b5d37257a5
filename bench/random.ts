/** Seeded randomness for benchmarks: the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  below(limit: number): number
  /** `count` different ones of these, or all when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  lognormal(mu: number, sigma: number): number
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let a = seed >>> 0
  const next = (): number => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
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
