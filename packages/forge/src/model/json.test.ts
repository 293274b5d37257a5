import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf } from './digest.ts'
import { canonicalJson } from './canonical.ts'

/** The same value with the keys of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, turned(item)]),
  )
}

describe('canonical JSON', () => {
  it('U-11 is the same text for equal values, in whatever order their keys came', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(canonicalJson(turned(plain))).toBe(canonicalJson(plain))
        expect(hashOf(turned(plain))).toBe(hashOf(plain))
      }),
    )
  })

  it('U-11 reads back as the value it was made of, and is then the same text again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        const text = canonicalJson(plain)
        expect(JSON.parse(text)).toEqual(plain)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it('U-11 different values have different texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b]: unknown[] = [one, other].map((value) => JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isDeepStrictEqual(a, b))
      }),
    )
    expect(new Set([null, false, 0, '', [], {}, '0', [0], { a: 0 }, [[]]].map(canonicalJson)).size).toBe(10)
  })

  it('U-11 leaves out what is undefined and refuses what JSON cannot carry', () => {
    expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}')
    for (const value of [Number.NaN, Infinity, undefined, () => 1, 1n, Symbol('x')])
      expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  it('U-11 sorts keys by code unit, on every machine and in every locale', () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, a: 4, 10: 5, 9: 6 })).toBe('{"10":5,"9":6,"Z":3,"a":4,"z":2,"é":1}')
  })
})
