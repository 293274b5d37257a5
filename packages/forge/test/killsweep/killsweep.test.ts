/** A sample of the real kill -9 sweep: one point of every third kind. All of them are a bar of `npm run proof`. */
import { expect, it } from 'vitest'
import { killSweep } from './main.ts'
import { presets } from './sweep.ts'

it.each(presets)(
  'S0-37 S3-09 B3 F-1 F-2 I-6 a real Forge (%s) killed around appends and effects ends like the uninterrupted one',
  async (preset) => {
    const { points, struck } = await killSweep('sample', preset, () => undefined)
    expect(points).toBeGreaterThanOrEqual(60)
    expect(struck.length).toBeGreaterThanOrEqual(preset === 'build' ? 5 : 2)
    expect(struck.filter(({ difference }) => difference !== undefined)).toEqual([])
  },
  900_000,
)
