/** Seeded randomness: the same seed gives the same numbers on every machine. */
import { fractions } from '#testing/naturals.ts'

export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A separate stream, so that drawing more here changes nothing there. */
  fork(label: string): Random
}

export function randomOf(seed: number | string): Random {
  const next = fractions(typeof seed === 'number' ? seed : textSeed(seed))
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as T
    },
    fork: (label) => randomOf(`${seed}/${label}`),
  }
}

/** A 32-bit seed from a text (FNV-1a). */
export function textSeed(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** A cheap, well-spread hash of a text in the form of a git object name. Not for secrets. */
export function fakeOid(text: string): string {
  let name = ''
  for (let part = 0; part < 5; part += 1) {
    let hash = 0x811c9dc5 ^ Math.imul(part + 1, 0x9e3779b1)
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    name += ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0')
  }
  return name
}
