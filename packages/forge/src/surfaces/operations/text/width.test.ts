import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { table } from './table.ts'
import { clip, widthOf, wrap } from './width.ts'

describe('width', () => {
  it.each([
    ['abc', 3],
    ['你好', 4],
    ['e\u0301', 1],
    ['🙂', 2],
    ['', 0],
  ] as const)('%s takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns))

  it('T-20 what is clipped is never wider than asked, and never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        const clipped = clip(text, columns)
        expect(widthOf(clipped)).toBeLessThanOrEqual(columns)
        expect(clipped).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
      }),
    )
  })

  it('T-28 a wrapped command loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
        fc.integer({ min: 2, max: 80 }),
        (text, columns) => {
          expect(wrap(text, columns).join('')).toBe(text)
        },
      ),
    )
  })

  it('a table keeps its columns whatever the cells hold', () => {
    const lines = table([
      ['a', '你好', 'x'],
      ['bb\u001B[31m', 'z\nz', 'y'],
    ]).map((line) =>
      typeof line === 'string' ? line : line.map((span) => (typeof span === 'string' ? span : span.text)).join(''),
    )
    expect(lines).toEqual(['a   你好  x', 'bb  z z   y'])
  })
})
