import { expect, it } from 'vitest'
import { costOfFlood } from './flooded.ts'

const mebibyte = 1024 * 1024

it.each([
  ['stdout', 64, 64],
  ['both', 32, 64],
  ['line', 256, 256],
  ['tiny', 2, 2],
] as const)(
  'F-23 I-34 a flood (%s, %i MiB) is drained, counted and kept in bounded memory',
  async (kind, size, total) => {
    const cost = await costOfFlood(kind, size)
    expect(cost.bytes).toBe(total * mebibyte)
    expect(cost.kept).toBeLessThanOrEqual(2 * 64 * 1024)
    expect(cost.longest).toBeLessThanOrEqual(mebibyte)
    // Without a flood it has some 70; a long line is cut only when its first mebibyte is there, so there is more to collect.
    expect(cost.rssMb).toBeLessThanOrEqual(kind === 'line' ? 200 : 120)
  },
)
