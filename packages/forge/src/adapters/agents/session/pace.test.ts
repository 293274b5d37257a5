import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Report } from '#model/attempt.ts'
import { noUsage } from '#model/usage.ts'
import { createPace } from './pace.ts'

const used = (inputTokens: number): Report => ({ kind: 'usage', usage: { ...noUsage, inputTokens } })
const need = (text: string): Report => ({ kind: 'needs-human', text })

describe('the pace of reports', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends the first at once, then the newest of each kind once per period', () => {
    const sent: Report[] = []
    const pace = createPace((report) => sent.push(report), 10_000)
    for (const tokens of [1, 2, 3]) pace.send(used(tokens))
    pace.send(need('a'))
    expect(sent).toEqual([used(1), need('a')])
    vi.advanceTimersByTime(9_999)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([used(1), need('a'), used(3)])
    pace.send(used(4))
    pace.send(need('b'))
    expect(sent.slice(3)).toEqual([need('b')])
    vi.advanceTimersByTime(10_000)
    expect(sent.slice(4)).toEqual([used(4)])
  })

  it('at the end sends what still waits but usage, and leaves no timer', () => {
    const sent: Report[] = []
    const pace = createPace((report) => sent.push(report), 10_000)
    for (const report of [used(1), used(2), need('a'), need('b')]) pace.send(report)
    pace.finish()
    expect(sent).toEqual([used(1), need('a'), need('b')])
    expect(vi.getTimerCount()).toBe(0)
  })
})
