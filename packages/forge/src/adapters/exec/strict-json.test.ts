import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

describe('F-25 JSON of a program that may be hostile', () => {
  it.each([
    ['a name twice', '{"a":1,"b":{"c":2},"a":2}', '"a" appears twice'],
    ['a name twice in other spelling', '{"a":1,"\\u0061" : 2}', '"a" appears twice'],
    ['__proto__', '{"__proto__":{"polluted":true}}', '__proto__'],
    ['__proto__ in other spelling', '[{"__pr\\u006fto__":1}]', '__proto__'],
    ['deep arrays', '['.repeat(10_000) + ']'.repeat(10_000), 'nested more than'],
    ['deep objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 'nested more than'],
    ['half a value', '{"nonce":"abc","sta', 'not JSON'],
    ['two values', '{} {}', 'not JSON'],
    ['a trailing word', '{"a":1}x', 'not JSON'],
    ['nothing', '', 'not JSON'],
    ['closing only', ']]]', 'not JSON'],
    ['a name with a bad escape', '{"\\x":1}', 'not JSON'],
  ])('T-31 F-25 refuses %s', (_, text, reason) => {
    expect(parseStrictJson(text)).toMatchObject({ ok: false, failure: expect.saying(reason) })
    expect({}).not.toHaveProperty('polluted')
  })

  it('F-25 reads every sound value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        fc.pre(!text.includes('__proto__'))
        const pretty = JSON.stringify(JSON.parse(text), undefined, indent)
        expect(parseStrictJson(pretty)).toEqual({ ok: true, value: JSON.parse(pretty) })
      }),
    )
  })
})
