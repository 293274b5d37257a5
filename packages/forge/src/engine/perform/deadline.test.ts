import { describe, expect, it } from 'vitest'
import type { AgentEnd, AgentSession, Clock } from '#engine/ports.ts'
import { noUsage } from '#model/usage.ts'
import { superviseSession } from './deadline.ts'

const minute = 60_000
const limits = { wallMs: 60 * minute, idleMs: 5 * minute }
const answered: AgentEnd = { end: 'answered', answer: null, usage: noUsage }

/** A clock that stops until every sleeper waits, and then jumps to the earliest wake-up. */
function virtualClock(): Clock & { at(ms: number, act: () => void): void } {
  let now = 0
  const waiting: { readonly due: number; readonly wake: () => void }[] = []
  let isTicking = false
  async function tick(): Promise<void> {
    if (isTicking) return
    isTicking = true
    for (;;) {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      const next = waiting.toSorted((one, other) => one.due - other.due)[0]
      if (next === undefined) break
      waiting.splice(waiting.indexOf(next), 1)
      now = Math.max(now, next.due)
      next.wake()
    }
    isTicking = false
  }
  function wait(ms: number, wake: () => void): void {
    waiting.push({ due: now + ms, wake })
    void tick()
  }
  return {
    wall: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(), { once: true })
        if (signal?.aborted === true) resolve()
        else wait(ms, resolve)
      }),
    at: (ms, act) => wait(ms, act),
  }
}

interface Staged {
  readonly clock: ReturnType<typeof virtualClock>
  readonly session: AgentSession
  readonly killedAt: () => number | undefined
  readonly sign: () => void
  readonly end: (end: AgentEnd) => void
}

function stage(): Staged {
  const clock = virtualClock()
  let lastSign = 0
  let killedAt: number | undefined
  let end: (end: AgentEnd) => void = () => undefined
  const ended = new Promise<AgentEnd>((resolve) => (end = resolve))
  const gone = (): Promise<void> => {
    killedAt ??= clock.monotonic()
    end({ end: 'failed', failure: { tag: 'crash', exitCode: null, signal: 'SIGKILL' }, usage: noUsage })
    return Promise.resolve()
  }
  return {
    clock,
    session: { ended, lastSign: () => lastSign, interrupt: () => Promise.resolve(), kill: gone },
    killedAt: () => killedAt,
    sign: () => (lastSign = clock.monotonic()),
    end,
  }
}

const never = new AbortController().signal

describe('I-40 watching over an agent', () => {
  it('I-40 S3-15 a silent one is not killed before its limit, and is at it', async () => {
    const { clock, session, killedAt } = stage()
    const end = await superviseSession(clock, session, limits, never)
    expect(end).toMatchObject({ end: 'failed', failure: { tag: 'timeout', limit: 'idle', afterMs: 5 * minute } })
    expect(killedAt()).toBe(5 * minute)
  })

  it('I-40 S3-15 any sign of life starts the idle limit again, up to the wall limit', async () => {
    const { clock, session, killedAt, sign } = stage()
    for (let at = 4; at < 100; at += 4) clock.at(at * minute, sign)
    const end = await superviseSession(clock, session, limits, never)
    expect(end).toMatchObject({ failure: { tag: 'timeout', limit: 'wall', afterMs: 60 * minute } })
    expect(killedAt()).toBe(60 * minute)
  })

  it('S3-15 one that is silent for five minutes after its soft deadline is killed long before its idle limit', async () => {
    const { clock, session, killedAt, sign } = stage()
    const patient = { wallMs: 600 * minute, idleMs: 60 * minute, softMs: 15 * minute }
    for (const at of [4, 8, 12]) clock.at(at * minute, sign)
    const end = await superviseSession(clock, session, patient, never)
    expect(end).toMatchObject({ failure: { tag: 'timeout', limit: 'idle', afterMs: 17 * minute } })
    expect(killedAt()).toBe(17 * minute)
  })

  it('I-40 one that dies is noticed at once, not at a deadline', async () => {
    const { clock, session, end } = stage()
    const crash: AgentEnd = { end: 'failed', failure: { tag: 'crash', exitCode: 1, signal: null }, usage: noUsage }
    clock.at(90_000, () => end(crash))
    expect(await superviseSession(clock, session, limits, never)).toEqual(crash)
    expect(clock.monotonic() - 90_000).toBeLessThanOrEqual(30_000)
  })

  it('I-40 one that answers after a long silence within its limit is heard', async () => {
    const { clock, session, end, killedAt } = stage()
    clock.at(5 * minute - 1, () => end(answered))
    expect(await superviseSession(clock, session, limits, never)).toEqual(answered)
    expect(killedAt()).toBeUndefined()
  })

  it('I-33 one that was asked to stop and does not is killed after the grace', async () => {
    const { clock, session, killedAt } = stage()
    const stop = new AbortController()
    clock.at(minute, () => stop.abort())
    expect(await superviseSession(clock, session, limits, stop.signal)).toMatchObject({
      failure: { tag: 'interrupted' },
    })
    expect(killedAt()).toBe(minute + 10_000)
  })
})
