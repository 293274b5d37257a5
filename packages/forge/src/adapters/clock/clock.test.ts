import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createClock } from './index.ts'

describe('the clock', () => {
  const clock = createClock()

  it('I-35 sleeps at least as long as asked, on the clock that never jumps', async () => {
    for (const ms of [0, 1, 5, 20]) {
      const before = clock.monotonic()
      await clock.sleep(ms)
      expect(clock.monotonic() - before).toBeGreaterThanOrEqual(ms)
    }
  })

  it('wakes when the signal aborts, also when it had aborted before, and leaves no listener', async () => {
    const stop = new AbortController()
    const long = clock.sleep(2 ** 40, stop.signal)
    await clock.sleep(5, stop.signal)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    stop.abort()
    await long
    await clock.sleep(60_000, stop.signal)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })

  it('tells wall time in milliseconds since the epoch', () => {
    expect(Math.abs(clock.wall() - Date.now())).toBeLessThan(1000)
  })
})
