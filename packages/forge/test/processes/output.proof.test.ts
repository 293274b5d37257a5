/** Bar B9: output handling at full size. */
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { createLineReader, type Line } from '#adapters/exec/lines.ts'
import { cutAt, nastyBytes } from './chunking.ts'
import { costOfFlood, type Cost } from './flooded.ts'

const chunkings = 10_000
const costs: Cost[] = []
let equal = 0

afterAll(() => {
  const peak = Math.max(...costs.map(({ rssMb }) => rssMb))
  const slowest = Math.min(...costs.map(({ mibPerSecond }) => mibPerSecond))
  const stall = Math.max(...costs.map(({ stallMs }) => stallMs))
  console.log(
    `bar: ${equal} of ${chunkings} chunkings equal; ${costs.length} floods of 2 GiB: ${peak} MB peak, ` +
      `${slowest} MiB/s slowest, ${stall} ms longest stall`,
  )
})

it.each(['stdout', 'stderr', 'both', 'line'])('B9 F-23 I-34 2 GiB (%s) in at most 200 MB', async (kind) => {
  const cost = await costOfFlood(kind, kind === 'both' ? 1024 : 2048)
  costs.push(cost)
  expect(cost.bytes).toBe(2048 * 1024 * 1024)
  expect(cost.rssMb).toBeLessThanOrEqual(200)
  // Speed and stalls are printed with the bar and not asserted: a busy machine would decide, not the code.
})

it('B9 F-23 I-34 16 MiB in lines of three bytes in at most 200 MB', async () => {
  const cost = await costOfFlood('tiny', 16)
  expect(cost.bytes).toBe(16 * 1024 * 1024)
  expect(cost.rssMb).toBeLessThanOrEqual(200)
})

it('B9 F-24 10,000 random chunkings equal the whole', () => {
  const linesOf = (chunks: readonly Uint8Array[]): readonly Line[] => {
    const lines: Line[] = []
    const reader = createLineReader((line) => lines.push(line))
    for (const chunk of chunks) reader.write(chunk)
    reader.end()
    return lines
  }
  fc.assert(
    fc.property(nastyBytes, fc.array(fc.nat()), (bytes, cuts) => {
      expect(linesOf(cutAt(bytes, cuts))).toEqual(linesOf([bytes]))
      equal += 1
    }),
    { numRuns: chunkings },
  )
})
