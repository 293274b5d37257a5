/** Slugs of text that people write, in any language. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugFrom, slugPattern } from './slug.ts'

describe('a name made of a text', () => {
  it('keeps letters and takes their marks away', () => {
    expect(slugFrom('Diga olá à Conceição!')).toBe('diga-ola-a-conceicao')
    expect(slugFrom('  Ärger -- ÜBER ﬁne  ')).toBe('arger-uber-fine')
    expect(slugFrom('日本語')).toBe('')
  })

  it('is nothing, or a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const slug = slugFrom(`${text}x`).slice(0, 63)
        expect(slug).toMatch(slugPattern)
      }),
    )
  })
})
