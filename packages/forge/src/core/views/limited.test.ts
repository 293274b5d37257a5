/** How strictly the limits of a run are held. */
import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { Event } from '#model/event.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { limitedOf } from './limited.ts'

const stateWith = (limits: object) => ({
  ...runCore.initial('r'),
  limits: { dispatches: 1, unitDispatches: 1, ...limits },
})

const used = (source: Usage['source'], inputTokens = 5): Event => ({
  type: 'attempt.finished',
  v: 1,
  at: 1,
  key: 'r/1/a/work#1',
  outcome: { status: 'failed', failure: { tag: 'empty' } },
  usage: { ...noUsage, inputTokens, source },
  durationMs: 1,
})

describe('limits of a run', () => {
  it('U-05 are checked before requests where all of it passes the meter, and otherwise when agents tell it', () => {
    const state = stateWith({ costMicros: 7, tokens: 9 })
    expect(limitedOf(state, [used('metered')])).toEqual({ costMicros: 7, tokens: 9, checked: 'before-requests' })
    expect(limitedOf(state, [used('metered'), used('reported')])).toMatchObject({ checked: 'between-attempts' })
    expect(limitedOf(state, [used('estimated')])).toMatchObject({ checked: 'between-attempts' })
    // Checks use nothing.
    expect(limitedOf(state, [used('metered'), used('reported', 0)])).toMatchObject({ checked: 'before-requests' })
  })

  it('are not told where there are none, or where nobody has used anything', () => {
    expect(limitedOf(stateWith({}), [used('metered')])).toBeUndefined()
    expect(limitedOf(stateWith({ tokens: 9 }), [])).toBeUndefined()
  })
})
