/** The toy world itself: properties over runs that never get anywhere would prove nothing. */
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#model/canonical.ts'
import { Event } from '#model/event.ts'
import type { FailureTag } from '#model/failure.ts'
import { failures } from '#testing/builders/index.ts'
import { runs } from '../runs.ts'
import { cursed, kind, play, wild } from './play.ts'
import { eventsOf, type World } from './world.ts'

interface Setting {
  readonly dispatches?: number
  readonly preset?: string
}

function worldOf(habits: typeof wild, seed: number, { dispatches = 300, preset = 'build' }: Setting = {}): World {
  return play({ seed, steps: 300, settings: { limits: { dispatches, unitDispatches: 30 } }, preset }, habits)
}

const played: World[] = []

/** The wild worlds of builds, each played once for all tests. */
function wildWorld(seed: number): World {
  return (played[seed] ??= worldOf(wild, seed))
}

/** What is missing of these after at most so many worlds; no more are played than it takes. */
function missing<T>(wanted: readonly T[], count: number, seenAt: (seed: number) => readonly T[]): T[] {
  const left = new Set(wanted)
  for (let seed = 0; seed < count && left.size > 0; seed += 1) for (const found of seenAt(seed)) left.delete(found)
  return [...left]
}

describe('the toy world', { timeout: 30_000 }, () => {
  it('U-32 reaches every event there is, but for the bug that is recorded as one', () => {
    const types = Event.options.map((option) => option.shape.type.value)
    const wanted = types.filter((type) => type !== 'message.rejected')
    expect(wanted).toHaveLength(types.length - 1)
    const left = missing(wanted, 40, (seed) => {
      const worlds = [
        wildWorld(seed),
        ...(seed < 10 ? [worldOf(wild, seed, { dispatches: 12 })] : []),
        ...(seed < 20 ? [worldOf(wild, seed, { preset: 'sprint' })] : []),
      ]
      const seen = worlds.flatMap((world) => eventsOf(world).map(({ type }) => type))
      expect(seen).not.toContain('message.rejected')
      return seen
    })
    expect(left).toEqual([])
  })

  it('U-32 meets every failure there is', () => {
    const tags = Object.keys(failures) as FailureTag[]
    const left = missing(tags, 60, (seed) =>
      [wildWorld(seed), worldOf(cursed, seed)].flatMap((world) =>
        eventsOf(world).flatMap((event) =>
          event.type === 'verdict.given' && event.failure !== undefined ? [event.failure.tag] : [],
        ),
      ),
    )
    expect(left).toEqual([])
  })

  it('U-32 ends well whenever everybody is kind, and often enough when not', () => {
    const count = runs(20)
    for (const preset of ['build', 'sprint', 'bug'])
      for (let seed = 0; seed < count; seed += 1)
        expect([preset, seed, worldOf(kind, seed, { preset }).state.outcome]).toEqual([preset, seed, 'done'])
    let merged = 0
    for (let seed = 0; seed < 40 && merged <= 60; seed += 1) {
      const { state } = wildWorld(seed)
      merged += state.order.filter((id) => state.units[id]?.merged !== undefined).length
    }
    expect(merged).toBeGreaterThan(60)
  })

  it('U-32 is the same from the same seed', () => {
    const [one, other] = [worldOf(wild, 0), worldOf(wild, 0)]
    expect(canonicalJson(other.turns)).toBe(canonicalJson(one.turns))
  })
})
