import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createCapture, type Captured } from './capture.ts'
import { excerptOf } from './excerpt.ts'

const directory = mkdtempSync(join(tmpdir(), 'forge-capture-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function capture(chunks: readonly string[], headBytes: number, tailBytes: number): Captured {
  const capture = createCapture({ headBytes, tailBytes })
  for (const chunk of chunks) capture.write(Buffer.from(chunk))
  return capture.finish()
}

describe('I-34 T-27 what is kept of a stream', () => {
  it('I-34 head and tail are those of the whole, whatever the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 30 }), fc.nat(20), (chunks, size) => {
        const whole = Buffer.from(chunks.join(''))
        const parts = chunks.map((chunk) => Buffer.from(chunk).toString())
        const kept = capture(parts, size, size + 1)
        expect(kept.bytes).toBe(whole.length)
        expect(kept.head).toEqual(whole.subarray(0, size))
        expect(kept.tail).toEqual(whole.subarray(Math.max(0, whole.length - size - 1)))
        expect(kept.sha256).toBe(capture([chunks.join('')], 0, 1).sha256)
      }),
    )
  })

  it('I-34 a capture that keeps nothing still counts', () => {
    expect(capture(['abc', 'de'], 0, 0)).toMatchObject({ bytes: 5, tail: Buffer.alloc(0), head: Buffer.alloc(0) })
  })

  it('I-34 the file ends at its cap and every byte is counted', () => {
    const path = join(directory, 'capped')
    const capture = createCapture({ file: { path, capBytes: 10 } })
    for (const chunk of ['123456', '789012', '3456']) capture.write(Buffer.from(chunk))
    expect(capture.finish()).toMatchObject({ bytes: 16, fileBytes: 10 })
    expect(readFileSync(path, 'utf8')).toBe('1234567890')
  })

  it('T-24 a link that was planted under the name of the file is not followed', () => {
    const planted = join(directory, 'planted')
    symlinkSync(join(directory, 'elsewhere'), planted)
    expect(() => createCapture({ file: { path: planted, capBytes: 10 } })).toThrow('EEXIST')
  })
})

describe('excerpts', () => {
  const size = { headBytes: 4, tailBytes: 6 }

  it('shows all of what fits', () => {
    expect(excerptOf(capture(['0123456789'], 4, 64), size)).toBe('0123456789')
  })

  it('says how much is left out between head and tail', () => {
    expect(excerptOf(capture(['0123456789abcdef'], 4, 64), size)).toBe('0123\n[… 6 of 16 bytes left out …]\nabcdef')
  })

  it('cuts no character in two', () => {
    expect(excerptOf(capture(['abc€----€xyz9'], 4, 64), size)).toBe('abc\n[… 10 of 17 bytes left out …]\nxyz9')
  })
})
