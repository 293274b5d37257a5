/** The toy world itself: properties over runs that never get anywhere would prove nothing. */
import { describe, expect, it } from 'vitest'
import { Event } from '#model/event.ts'
import { failures } from '#testing/builders/index.ts'
import { cursed, kind, play, wild } from './play.ts'
import { eventsOf, type World } from './world.ts'

const worlds = (habits: typeof wild, count: number, more: { dispatches?: number; preset?: string } = {}): World[] =>
  Array.from({ length: count }, (_, seed) => {
    const { dispatches = 300, preset = 'build' } = more
    return play({ seed, steps: 300, settings: { limits: { dispatches, unitDispatches: 30 } }, preset }, habits)
  })

describe('the toy world', { timeout: 30_000 }, () => {
  it('U-32 reaches every event there is, but for the bug that is recorded as one', () => {
    const seen = new Set(
      [...worlds(wild, 40), ...worlds(wild, 10, { dispatches: 12 }), ...worlds(wild, 20, { preset: 'sprint' })].flatMap(
        (world) => eventsOf(world).map(({ type }) => type),
      ),
    )
    const types = Event.options.map((option) => option.shape.type.value)
    expect(types.filter((type) => !seen.has(type))).toEqual(['message.rejected'])
  })

  it('U-32 meets every failure there is', () => {
    const seen = new Set(
      [...worlds(cursed, 60), ...worlds(wild, 60)].flatMap((world) =>
        eventsOf(world).flatMap((event) => (event.type === 'verdict.given' ? [event.failure?.tag] : [])),
      ),
    )
    expect(Object.keys(failures).filter((tag) => !seen.has(tag as never))).toEqual([])
  })

  it('U-32 ends well whenever everybody is kind, and often enough when not', () => {
    for (const preset of ['build', 'sprint', 'bug'])
      expect(worlds(kind, 20, { preset }).map(({ state }) => state.outcome)).toEqual(
        Array.from({ length: 20 }, () => 'done'),
      )
    const merged = worlds(wild, 40).flatMap(({ state }) =>
      state.order.filter((id) => state.units[id]?.merged !== undefined),
    )
    expect(merged.length).toBeGreaterThan(60)
  })

  it('U-32 is the same from the same seed', () => {
    const [one] = worlds(wild, 1)
    const [other] = worlds(wild, 1)
    expect(other?.turns).toEqual(one?.turns)
  })
})
