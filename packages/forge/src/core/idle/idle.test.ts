import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { Said } from '#messages/said.ts'
import { grantMessage, specOf, startMessage } from '#testing/builders/index.ts'
import { parkingOf } from './parking.ts'
import { idleStateOf } from './idle.ts'

/** A run whose planner is the only unit; it has no grant. */
function started(): RunState {
  const first = runCore.initial('r')
  return runCore.fold(first, runCore.step(first, startMessage({ id: 's', at: 1 }, specOf())))
}

function granted(): RunState {
  const state = started()
  const { key, slots } = state.capacity.open ?? { key: '', slots: 0 }
  return runCore.fold(state, runCore.step(state, grantMessage({ id: 'g', at: 2 }, { serial: 1, slots, answers: key })))
}

/** Nothing runs and no request to the host is open. */
function idle(more: Partial<RunState> = {}): RunState {
  const state = started()
  return { ...state, openAttempts: {}, capacity: { ...state.capacity, open: undefined }, ...more }
}

function asking(more: Partial<RunState> = {}): RunState {
  const question = { key: 'q', path: 'plan/approve', text: 'approve?', subject: 's', about: 'plan' as const }
  return idle({ questions: { q: question as never }, ...more })
}

describe('a run rests', () => {
  it('not while the host is asked for slots, and not while an attempt runs, whatever its status', () => {
    expect(idleStateOf(started())).toBeUndefined()
    const running = granted()
    expect(Object.keys(running.openAttempts)).toEqual(['plan/draft'])
    for (const status of ['running', 'paused', 'stopped', 'cancelling'] as const)
      expect(idleStateOf({ ...running, status }), status).toBeUndefined()
  })

  it('when a human has to answer, to resume or to lift a stop', () => {
    expect(idleStateOf(asking())).toBe('waiting')
    expect(idleStateOf(idle({ status: 'paused' }))).toBe('waiting')
    expect(idleStateOf(idle({ status: 'stopped' }))).toBe('stopped')
  })

  it('not with a question open, as long as a unit or an account goes on when its time comes', () => {
    const { units, capacity } = idle()
    const plan = units['plan'] as (typeof units)[string]
    expect(idleStateOf(asking({ units: { plan: { ...plan, wakeAt: 60_000 } } }))).toBeUndefined()
    expect(idleStateOf(asking({ capacity: { ...capacity, limits: { default: 60_000 } } }))).toBeUndefined()
    expect(idleStateOf(asking({ units: { plan: { ...plan, wakeAt: 60_000, status: 'stopped' } } }))).toBe('waiting')
  })

  it('at its end only when its trees are tidied up', () => {
    const tidying = { status: 'intended', key: 'k' } as const
    expect(idleStateOf(idle({ status: 'finished', tidying }))).toBeUndefined()
    expect(idleStateOf(idle({ status: 'finished', tidying: { ...tidying, status: 'finished' } }))).toBe('finished')
  })
})

describe('a run is parked', () => {
  const hourMs = 3_600_000
  function limited(more: Partial<RunState> = {}): RunState {
    const { capacity } = idle()
    return idle({ capacity: { ...capacity, limits: { default: 2 * hourMs } }, ...more })
  }

  it('when all of it waits for an account, until that opens', () => {
    expect(parkingOf(limited(), undefined, 0)).toEqual({
      account: 'default',
      until: 2 * hourMs,
      waitMs: 2 * hourMs,
      ends: undefined,
    })
    expect(parkingOf(limited(), undefined, 2 * hourMs)).toBeUndefined()
    expect(parkingOf(idle(), undefined, 0)).toBeUndefined()
    expect(parkingOf(limited({ status: 'paused' }), undefined, 0)).toBeUndefined()
    expect(parkingOf({ ...limited(), openAttempts: granted().openAttempts }, undefined, 0)).toBeUndefined()
  })

  it('and ends when the operator does not want it to wait, that long, or after that much money', () => {
    const ends = (patience: Parameters<typeof parkingOf>[1], state = limited()): Said | undefined =>
      parkingOf(state, patience, 0)?.ends
    expect(ends({ resume: true, maxHours: 2 })).toBeUndefined()
    expect(ends({ resume: false, maxHours: 2 })).toSay('parking.resume')
    expect(ends({ resume: true, maxHours: 1 })).toSay('parking.maxHours')
    const spent = { ...idle().spent, costMicros: 3_000_000 }
    expect(ends({ resume: true, maxHours: 2, maxCost: 3 }, limited({ spent }))).toSay('parking.maxCost')
    expect(ends({ resume: true, maxHours: 2, maxCost: 4 }, limited({ spent }))).toBeUndefined()
  })
})
