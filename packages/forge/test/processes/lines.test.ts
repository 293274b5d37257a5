import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineReader, type Line } from '#adapters/exec/lines.ts'
import { cutAt, nastyBytes } from './chunking.ts'

function linesOf(chunks: readonly Uint8Array[], maxBytes?: number): readonly Line[] {
  const lines: Line[] = []
  const reader = createLineReader((line) => lines.push(line), maxBytes)
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return lines
}

const textsOf = (bytes: string | Uint8Array): string[] => linesOf([Buffer.from(bytes)]).map(({ text }) => text)

describe('F-24 lines of a byte stream', () => {
  it('F-24 any chunking gives the same lines as the whole', () => {
    fc.assert(
      fc.property(nastyBytes, fc.array(fc.nat()), fc.integer({ min: 1, max: 40 }), (bytes, cuts, maxBytes) => {
        expect(linesOf(cutAt(bytes, cuts), maxBytes)).toEqual(linesOf([bytes], maxBytes))
      }),
      { numRuns: 1000 },
    )
  })

  it('F-24 every character split at every byte arrives whole', () => {
    const text = '{"a":"é—😀\u2028\u2029"}\n{"b":1}\r\n'
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at += 1)
      expect(linesOf([bytes.subarray(0, at), bytes.subarray(at)]).map((line) => line.text)).toEqual([
        '{"a":"é—😀\u2028\u2029"}',
        '{"b":1}',
      ])
  })

  it('F-24 splits on 0x0A alone', () => {
    expect(textsOf('a\u2028b\u2029c\u0085d\u000be\ff\rg\nh')).toEqual(['a\u2028b\u2029c\u0085d\u000be\ff\rg', 'h'])
  })

  it('F-24 a BOM counts at the start of the stream only, one CR belongs to its LF', () => {
    expect(textsOf('\uFEFFa\r\n\uFEFFb\r\r\n')).toEqual(['a', '\uFEFFb\r'])
  })

  it('F-24 invalid bytes are replaced and the line is kept', () => {
    expect(textsOf(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0x0a, 0x63, 0x00, 0xed, 0xa0, 0x80]))).toEqual([
      'a\uFFFDb\uFFFD',
      'c\0\uFFFD\uFFFD\uFFFD',
    ])
  })

  it('I-34 a line keeps at most its limit and says how long it was', () => {
    const [first, second] = linesOf([Buffer.from('abcdefgh\nok\n')], 4)
    expect(first).toEqual({ text: 'abcd', bytes: 8, isTruncated: true })
    expect(second).toEqual({ text: 'ok', bytes: 2, isTruncated: false })
  })

  it('ends with the unfinished line, if there is one', () => {
    expect(textsOf('a\nb')).toEqual(['a', 'b'])
    expect(textsOf('a\n')).toEqual(['a'])
    expect(textsOf('')).toEqual([])
    expect(textsOf('\n\n')).toEqual(['', ''])
  })
})
