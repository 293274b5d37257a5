import { expect, it } from 'vitest'
import { costOfFlood } from './flooded.ts'

it.each(['stdout', 'stderr', 'both', 'line'])('B9 F-23 I-34 2 GiB on %s in at most 200 MB', async (kind) => {
  const cost = await costOfFlood(kind, kind === 'both' ? 1024 : 2048)
  console.log(`bar: 2 GiB ${kind}: ${cost.rssMb} MB peak, ${cost.mibPerSecond} MiB/s, longest stall ${cost.stallMs} ms`)
  expect(cost.bytes).toBe(2048 * 1024 * 1024)
  expect(cost.rssMb).toBeLessThanOrEqual(200)
})
