/** A sample of the real kill -9 sweep. All points, and the sprint, are a bar of `npm run proof`. */
import { expect, it } from 'vitest'
import { killSweep } from './main.ts'

it.each([
  ['build', 2],
  ['bug', 1],
] as const)(
  'S0-37 S3-09 B3 F-1 F-2 I-6 a real Forge (%s) killed around appends and effects ends like the uninterrupted one',
  async (preset, kills) => {
    const { points, struck } = await killSweep('sample', preset, () => undefined)
    expect(points).toBeGreaterThanOrEqual(60)
    expect(struck).toHaveLength(kills)
    expect(struck.filter(({ difference }) => difference !== undefined)).toEqual([])
  },
  900_000,
)
