import { describe, expect, it } from 'vitest'
import { linesOf, readingsOf } from './readable.ts'

const text = 'key = secret-value\n'
const utf16 = (bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('a file as it can be read', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['NUL bytes', Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(text), Buffer.from([0])])],
    ['UTF-16 LE with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)])],
    ['UTF-16 BE with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)])],
    ['UTF-16 LE', utf16(false)],
    ['UTF-16 BE', utf16(true)],
    ['UTF-16 at an odd place', Buffer.concat([Buffer.from([7]), utf16(false)])],
  ])('U-28 says what is in it: %s', (_, bytes) => {
    expect(readingsOf(bytes).some((reading) => reading.includes('secret-value'))).toBe(true)
  })

  it('U-28 is read in one way only where it has no NUL byte', () => {
    expect(readingsOf(Buffer.from(text))).toEqual([text])
  })

  it('U-28 has lines of any length, and what stands where one is cut is whole in a piece', () => {
    const long = `${'x'.repeat(99_990)}secret-value${'y'.repeat(150_000)}`
    const pieces = linesOf(`a\r\n${long}`)
    expect(pieces[0]).toEqual({ line: 1, text: 'a' })
    expect(pieces.filter(({ line, text: piece }) => line === 2 && piece.includes('secret-value'))).not.toEqual([])
  })
})
