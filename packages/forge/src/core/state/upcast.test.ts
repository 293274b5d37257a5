import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Event } from '#model/event.ts'
import { decodeEvent, encodeEvent } from './upcast.ts'

const paused = {
  type: 'run.paused',
  v: 1,
  at: 5,
  by: { kind: 'operator', name: 'ada' },
  reason: { raw: 'lunch' },
} as const

describe('reading events', () => {
  it('U-11 (I-3) an event of a newer version is refused by name and version', () => {
    expect(decodeEvent(JSON.stringify({ ...paused, v: 2 }))).toEqual({
      ok: false,
      failure: { why: 'newer', detail: 'run.paused version 2' },
    })
  })

  it('U-11 (I-3) an event of a type that this Forge does not know is refused, never skipped', () => {
    for (const type of ['run.dreamed', 'constructor', '__proto__', '']) {
      expect(decodeEvent(JSON.stringify({ ...paused, type }))).toMatchObject({ ok: false, failure: { why: 'newer' } })
    }
  })

  it('U-11 (I-3) what is damaged is invalid: no JSON, no event, a field too many or too few', () => {
    const { reason, ...without } = paused
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '7',
      JSON.stringify({ v: 1 }),
      JSON.stringify(without),
      JSON.stringify({ ...paused, more: reason }),
      JSON.stringify({ ...paused, v: 0 }),
    ]
    for (const text of texts) expect(decodeEvent(text)).toMatchObject({ ok: false, failure: { why: 'invalid' } })
  })

  it('U-11 never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeEvent(text).ok).toBe(false)
      }),
    )
  })

  it('U-11 what was written is read back', () => {
    expect(decodeEvent(encodeEvent(paused))).toEqual({ ok: true, value: paused })
  })

  it('U-11 refuses to write what could not be read', () => {
    expect(() => encodeEvent({ ...paused, reason: { code: 'no code' } })).toThrow()
  })

  it('U-11 every type of event has one version of today', () => {
    const types = Event.options.map((option) => option.shape.type.value)
    expect(new Set(types).size).toBe(types.length)
  })
})
