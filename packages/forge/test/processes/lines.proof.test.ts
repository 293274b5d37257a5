import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutAt, nastyBytes } from './chunking.ts'
import { createLineReader, type Line } from '#adapters/exec/lines.ts'

it('B9 F-24 10,000 random chunkings equal the whole', () => {
  const linesOf = (chunks: readonly Uint8Array[]): readonly Line[] => {
    const lines: Line[] = []
    const reader = createLineReader((line) => lines.push(line))
    for (const chunk of chunks) reader.write(chunk)
    reader.end()
    return lines
  }
  let equal = 0
  fc.assert(
    fc.property(nastyBytes, fc.array(fc.nat()), (bytes, cuts) => {
      expect(linesOf(cutAt(bytes, cuts))).toEqual(linesOf([bytes]))
      equal += 1
    }),
    { numRuns: 10_000 },
  )
  console.log(`bar: ${equal} of 10000 random chunkings equal`)
})
