import { expect, it } from 'vitest'
import { costOfFlood } from './flooded.ts'

const mebibyte = 1024 * 1024

it.each([
  ['stdout', 256, 256],
  ['both', 64, 128],
  ['line', 256, 256],
  ['tiny', 16, 16],
] as const)(
  'F-23 I-34 a flood (%s, %i MiB) is drained, counted and kept in bounded memory',
  async (kind, size, total) => {
    const cost = await costOfFlood(kind, size)
    expect(cost.bytes).toBe(total * mebibyte)
    expect(cost.kept).toBeLessThanOrEqual(2 * 64 * 1024)
    expect(cost.longest).toBeLessThanOrEqual(mebibyte)
    expect(cost.rssMb).toBeLessThanOrEqual(200)
  },
)
