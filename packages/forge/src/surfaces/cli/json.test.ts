import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeJson } from './json.ts'

describe('JSON for programs', () => {
  it('T-20 T-22 is harmless on a terminal and still the same value', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u202E', '\u009B31m', '\u{E0041}', '\u2028'))
    fc.assert(
      fc.property(fc.array(text), (value) => {
        const json = safeJson(value)
        // oxlint-disable-next-line no-control-regex -- exactly these are looked for
        expect(json).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/)
        expect(JSON.parse(json)).toEqual(value)
      }),
      { numRuns: 1000 },
    )
  })
})
