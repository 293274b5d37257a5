/** Anything that an agent can answer (B6), a sample; ten thousand answers are a bar of `npm run proof`. */
import { describe, expect, it } from 'vitest'
import { randomOf } from '#testing/simulator/random.ts'
import { playMany } from './answered.ts'

describe('whatever agents answer', () => {
  it(
    'B6 T-27 ends as an accepted answer or as a failed attempt, and can be recorded and shown',
    { timeout: 60_000 },
    () => {
      const { answers, accepted, faults } = playMany(120, randomOf(10))
      expect(faults).toEqual([])
      expect(answers).toBeGreaterThanOrEqual(120)
      expect(accepted).toBeGreaterThan(12)
      expect(answers - accepted).toBeGreaterThan(12)
    },
  )
})
