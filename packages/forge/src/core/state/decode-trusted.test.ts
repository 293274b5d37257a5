import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTrustedEvent } from './decode-trusted.ts'
import { encodeEvent } from './upcast.ts'

const paused = {
  type: 'run.paused',
  v: 1,
  at: 5,
  by: { kind: 'operator', name: 'ada' },
  reason: { raw: 'lunch' },
} as const

describe('reading events back', () => {
  it('U-11 what was written is recalled', () => {
    expect(decodeTrustedEvent(encodeEvent(paused))).toEqual({ ok: true, value: paused })
  })

  it('U-11 (I-3) what is not plainly an event of today is left to the schemas', () => {
    const strange = [
      '',
      '{',
      'null',
      '[]',
      '"run.paused"',
      JSON.stringify({ ...paused, v: 2 }),
      ...['run.dreamed', 'constructor', '__proto__', 'toString', ''].map((type) => JSON.stringify({ ...paused, type })),
    ]
    for (const text of strange) expect(decodeTrustedEvent(text).ok).toBe(false)
  })

  it('U-11 never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeTrustedEvent(text).ok).toBe(false)
      }),
    )
  })
})
