import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overdue } from './deadline.ts'

const minute = 60_000

describe('deadlines of an agent', () => {
  it('S3-15 after its soft deadline five silent minutes mean dead; before it, and with signs of life, they do not', () => {
    const limits = { wallMs: 600 * minute, idleMs: 60 * minute, softMs: 15 * minute }
    const at = (now: number, lastSign: number) => overdue(now * minute, 0, lastSign * minute, limits).limit
    expect(at(14, 0)).toBeUndefined()
    expect(at(15, 0)).toBe('idle')
    expect(at(15, 11)).toBeUndefined()
    expect(at(16, 11)).toBe('idle')
    expect(at(40, 36)).toBeUndefined()
    expect(overdue(40 * minute, 0, 0, { wallMs: limits.wallMs, idleMs: limits.idleMs }).limit).toBeUndefined()
  })

  it('S3-15 the soft deadline never makes anybody wait longer than the limits do, and the time left is when to look again', () => {
    const ms = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(ms, ms, ms, fc.nat(10_000_000), (wallMs, idleMs, softMs, lastSign) => {
        const limits = { wallMs, idleMs, softMs }
        const { limit, leftMs } = overdue(lastSign, 0, lastSign, limits)
        if (limit !== undefined) return
        expect(leftMs).toBeGreaterThan(0)
        expect(leftMs).toBeLessThanOrEqual(Math.min(wallMs, idleMs))
        expect(overdue(lastSign + leftMs, 0, lastSign, limits).limit).toBeDefined()
      }),
    )
  })
})
