/** Limits of providers: what waits, what moves to another account, and what none of it is held against. */
import { describe, expect, it } from 'vitest'
import { runCore } from '#core/next/core.ts'
import type { OpenAttempt } from '#core/state/state.ts'
import { say } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import type { Outcome } from '#model/attempt.ts'
import type { Failure, TransportClass } from '#model/failure.ts'
import { finishedMessage, planOf, unitOf } from '#testing/builders/index.ts'
import { failing, settle, startScript } from './script.ts'
import { deliver, eventsOf, stamp, type World, viewIn } from './world.ts'

const plan = planOf([unitOf('a')])
const far = 1_000_000_000_000
const quota = (hours: number): Failure => ({ tag: 'quota', resetAt: far + hours * 3_600_000 })

/** Everything is held but the unit's own work, which ends like this, once each. */
function workEnds(world: World, ...failures: readonly Failure[]): World {
  const hold = ({ unit }: OpenAttempt): Outcome | 'hold' | undefined => (unit === 'a' ? 'hold' : undefined)
  settle(world, { plan, answer: hold })
  for (const failure of failures) {
    const [open] = Object.values(world.state.openAttempts)
    if (open === undefined) throw new Error('nothing is under way')
    deliver(world, finishedMessage(stamp(world), { key: open.key, outcome: failing(failure) }))
  }
  return world
}

function accountsUsed(world: World): string[] {
  return eventsOf(world).flatMap((event) =>
    event.type === 'attempt.intended' && 'account' in event.task && event.path === 'a/implement'
      ? [event.task.account]
      : [],
  )
}

describe('S1-66 an account that has nothing left', () => {
  it('S1-66 I-32 the next attempt uses the next account at once, and no budget is spent', () => {
    const world = workEnds(startScript({ accounts: ['second', 'third'] }), quota(1), quota(2))
    expect(accountsUsed(world)).toEqual(['default', 'second', 'third'])
    const phase = world.state.units['a']?.phases['implement']
    expect(phase).toMatchObject({ failedAttempts: 0, revisions: 0, inputs: {} })
  })

  it('S1-66 I-32 when all are closed the run waits for the first to open, and goes on by itself with that one', () => {
    const world = workEnds(startScript({ accounts: ['second'] }), quota(3), quota(2))
    const until = { account: 'second', time: isoTime(far + 2 * 3_600_000) }
    expect(viewIn(world).units.find(({ id }) => id === 'a')?.waiting).toEqual(say('wait.account', until))
    const timers = runCore.open(world.state).flatMap((command) => (command.kind === 'timer' ? [command] : []))
    const first = timers.toSorted((one, other) => one.dueAt - other.dueAt)[0]
    if (first === undefined) throw new Error('nothing wakes it')
    deliver(world, { type: 'timer', ...stamp(world), key: first.key })
    expect(accountsUsed(world)).toEqual(['default', 'second', 'second'])
  })

  it('S1-66 without another account it waits, and is done in the end', () => {
    let isLimited = true
    const answer = ({ phase }: OpenAttempt): Outcome | undefined => {
      if (phase !== 'implement' || !isLimited) return undefined
      isLimited = false
      return failing(quota(1))
    }
    expect(settle(startScript(), { plan, answer }).state.units['a']?.status).toBe('done')
  })
})

describe('F-21 I-32 coming back', () => {
  it('F-21 runs that wait for one gate come back at different times, never before it opens, each always at its own', () => {
    const dueOf = (run: string): number => {
      const state = { ...runCore.initial(run), status: 'running' as const }
      state.capacity = { ...state.capacity, limits: { default: 1000 } }
      const [timer] = runCore.open(state)
      return timer?.kind === 'timer' ? timer.dueAt : Number.NaN
    }
    const times = Array.from({ length: 50 }, (_, index) => dueOf(`run-${index}`))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1000)
    expect(Math.max(...times)).toBeLessThan(6000)
    expect(new Set(times).size).toBeGreaterThan(40)
    expect(dueOf('run-1')).toBe(dueOf('run-1'))
  })
})

describe('S1-54 the line to a provider', () => {
  it.each([
    ['network', [2000, 3000, 3000]],
    ['server', [2000, 4000, 8000]],
    ['stream', [2000, 4000, 8000]],
    ['connection', [2000, 4000, 8000]],
  ] as const)(
    'S1-54 R-21 a %s failure is tried again three times, each time later, then stops, naming the kind and no text of the provider',
    (kind, expected) => {
      const failure: Failure = { tag: 'transport', class: kind satisfies TransportClass }
      const answer = ({ phase }: OpenAttempt): Outcome | undefined =>
        phase === 'implement' ? failing(failure) : undefined
      const world = settle(startScript(), { plan, answer })
      expect(accountsUsed(world)).toHaveLength(4)
      const waits = eventsOf(world).flatMap((event) =>
        event.type === 'recovery.chosen' ? [(event.wakeAt ?? event.at) - event.at] : [],
      )
      expect(waits).toEqual(expected)
      expect(world.state.units['a']?.stop?.reason).toEqual(`${kind} failure after 4 attempts`)
    },
  )

  it('S1-54 I-32 a rate limit is waited for as often as it comes, and spends nothing', () => {
    let times = 0
    const answer = ({ phase }: OpenAttempt): Outcome | undefined => {
      if (phase !== 'implement' || times === 12) return undefined
      times += 1
      return failing({ tag: 'transport', class: 'rate-limit', retryAfterMs: 1000 * times })
    }
    const world = settle(startScript(), { plan, answer })
    expect(world.state.units['a']?.status).toBe('done')
    expect(accountsUsed(world)).toHaveLength(13)
  })
})
