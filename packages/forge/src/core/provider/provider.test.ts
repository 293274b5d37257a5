import { describe, expect, it } from 'vitest'
import { raw, say } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import type { ProviderFailure } from '#model/provider-failure.ts'
import { failedOf, failedOfCutOff } from './failed-of.ts'
import { closedByFailure, closedByReport, retryWaitMs } from './waits.ts'

const now = 1_000_000
const limited: Failure = { tag: 'transport', class: 'rate-limit' }

describe('how long a provider is waited for', () => {
  it('R-21 I-32 a rate limit closes the account for as long as the provider says, else for a minute, whoever tells it', () => {
    expect(closedByFailure({ ...limited, retryAfterMs: 9000 }, now)).toBe(now + 9000)
    expect(closedByFailure(limited, now)).toBe(now + 60_000)
    expect(closedByReport({ kind: 'rate-limited', account: 'a', until: now + 9 }, now)).toBe(now + 9)
    expect(closedByReport({ kind: 'rate-limited', account: 'a' }, now)).toBe(now + 60_000)
  })

  it('I-32 a quota closes it until its reset, else for an hour; other troubles close nothing', () => {
    expect(closedByFailure({ tag: 'quota', resetAt: now + 5 }, now)).toBe(now + 5)
    expect(closedByFailure({ tag: 'quota' }, now)).toBe(now + 3_600_000)
    expect(closedByFailure({ tag: 'transport', class: 'server', retryAfterMs: 9000 }, now)).toBeUndefined()
    expect(closedByFailure({ tag: 'crash', exitCode: 1, signal: null }, now)).toBeUndefined()
  })

  it('R-21 I-32 a retry waits by its class, and never less than the provider asks for', () => {
    const server = { tag: 'transport', class: 'server' } as const
    expect([0, 1, 9].map((tries) => retryWaitMs(server, tries))).toEqual([2000, 4000, 30_000])
    expect([0, 1, 9].map((tries) => retryWaitMs({ ...server, retryAfterMs: 20_000 }, tries))).toEqual([
      20_000, 20_000, 30_000,
    ])
  })
})

describe('what an attempt failed of', () => {
  const crash: Failure = { tag: 'crash', exitCode: 1, signal: null }
  const refused = (status: number, more: object = {}): ProviderFailure => ({
    kind: 'refused',
    status,
    type: 'its-word',
    limit: undefined,
    retryAfterMs: undefined,
    ...more,
  })

  it.each([
    ['a limit', refused(429, { limit: 'rate', retryAfterMs: 9 }), { ...limited, retryAfterMs: 9 }],
    ['a limit without a time', refused(429, { limit: 'rate' }), limited],
    ['a quota', refused(429, { limit: 'quota', retryAfterMs: 9 }), { tag: 'quota', resetAt: now + 9 }],
    ['a quota without a time', refused(402, { limit: 'quota' }), { tag: 'quota' }],
    ['a broken server', refused(503, { retryAfterMs: 9 }), { tag: 'transport', class: 'server', retryAfterMs: 9 }],
    [
      'a refused key',
      refused(401),
      { tag: 'unavailable', what: say('provider.refusesLogin', { text: raw('401 its-word') }) },
    ],
    [
      'a full window',
      refused(400, { blocker: 'overflow' }),
      { tag: 'blocked', text: say('provider.saysStatus', { status: 400, text: 'its-word' }), why: 'overflow' },
    ],
    ['silence', { kind: 'hang', text: '' } as const, { tag: 'transport', class: 'network' }],
    ['a cut stream', { kind: 'stream', text: '' } as const, { tag: 'transport', class: 'stream' }],
    ['what a provider does not have', refused(404), crash],
  ] satisfies [string, ProviderFailure, Failure][])('I-32 is %s, when the agent hides it', (_, trouble, failure) => {
    expect(failedOf(crash, trouble, now)).toEqual(failure)
  })

  it('I-32 is what the agent or Forge says, where that says more', () => {
    const told: Failure[] = [
      { tag: 'timeout', limit: 'idle', afterMs: 5 },
      { tag: 'blocked', text: raw('no') },
      { tag: 'interrupted' },
      { tag: 'quota', resetAt: now + 7 },
    ]
    for (const own of told) expect(failedOf(own, refused(429, { limit: 'rate' }), now)).toEqual(own)
    expect(failedOf({ tag: 'quota' }, refused(503, { retryAfterMs: 9 }), now)).toEqual({ tag: 'quota' })
    expect(failedOf(crash, undefined, now)).toBe(crash)
  })

  it.each([
    ['a quota without a time', { tag: 'quota' }, { limit: 'quota', retryAfterMs: 20_000 }, ['quota', 20_000]],
    [
      'a quota that the provider calls a rate',
      { tag: 'quota' },
      { limit: 'rate', retryAfterMs: 20_000 },
      ['quota', 20_000],
    ],
    ['a guess', { tag: 'quota', resetAt: now + 9 }, { limit: 'quota', retryAfterMs: 20_000 }, ['quota', 20_000]],
    [
      'a longer guess',
      { tag: 'quota', resetAt: now + 90_000 },
      { limit: 'quota', retryAfterMs: 20_000 },
      ['quota', 20_000],
    ],
    ['a time that the provider did not name', { tag: 'quota', resetAt: now + 9 }, { limit: 'quota' }, ['quota', 9]],
    ['a rate', { ...limited, retryAfterMs: 9 }, { limit: 'rate', retryAfterMs: 20_000 }, ['rate-limit', 20_000]],
    ['the time of a rate', { ...limited, retryAfterMs: 9 }, { limit: 'rate' }, ['rate-limit', 9]],
    ['what is a quota', { ...limited, retryAfterMs: 9 }, { limit: 'quota', retryAfterMs: 20_000 }, ['quota', 20_000]],
  ] satisfies [string, Failure, object, readonly [string, number]][])(
    'I-32 waits for the time of the provider, else of the agent: %s',
    (_, own, more, [kind, waitMs]) => {
      const failure = failedOf(own, refused(429, more), now)
      expect(failure.tag === 'quota' ? 'quota' : 'rate-limit').toBe(kind)
      expect(closedByFailure(failure, now)).toBe(now + waitMs)
    },
  )

  it('U-05 when it was cut off: a limit of the run, which is no failure of the unit, or its own money', () => {
    const limits = { tokens: 9, costMicros: 500 }
    expect(failedOfCutOff('tokens', { limits })).toEqual({ tag: 'ceiling', limit: 'tokens', at: 9 })
    expect(failedOfCutOff('costMicros', { limits })).toEqual({ tag: 'ceiling', limit: 'costMicros', at: 500 })
    // The limit was removed meanwhile.
    expect(failedOfCutOff('tokens', { limits: {} })).toEqual({ tag: 'interrupted' })
    expect(failedOfCutOff('attempt', { limits, dollars: 2 })).toMatchObject({
      tag: 'blocked',
      text: expect.saying('$2 (agents.cost)'),
    })
  })
})
