/** A sample of the real kill -9 sweep. All points, and runs of other presets, are a bar of `npm run proof`. */
import { expect, it } from 'vitest'
import { killSweep } from './main.ts'

it('S0-37 S3-09 B3 F-1 F-2 I-6 a real Forge killed around appends and effects ends like the uninterrupted one', async () => {
  const { points, struck } = await killSweep('sample', 'build', () => undefined)
  expect(points).toBeGreaterThanOrEqual(60)
  expect(struck).toHaveLength(2)
  expect(struck.filter(({ difference }) => difference !== undefined)).toEqual([])
}, 900_000)
