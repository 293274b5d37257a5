/** Seeded numbers (mulberry32): 32 bits each, the same on every machine, good enough to choose cases. Not for secrets. */
export function naturals(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** The same as fractions: 0 ≤ x < 1. */
export function fractions(seed: number): () => number {
  const next = naturals(seed)
  return () => next() / 4294967296
}
