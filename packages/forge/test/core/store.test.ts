/** The store of a run, as its journal is written: ids, references, strays and usage, over random runs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'
import { noUsage, type Usage } from '#model/usage.ts'
import { runs } from '../runs.ts'
import { game, play, wild } from './play.ts'
import { eventsOf } from './world.ts'

describe('the journal of a run', { timeout: 60_000 }, () => {
  it('S0-13 S0-42 gives every attempt its id before it starts, once for ever, and names nothing that is not there', () => {
    fc.assert(
      fc.property(game(250), (drawn) => {
        const [units, keys, ended] = [new Set<string>(), new Set<string>(), new Set<string>()]
        for (const event of eventsOf(play(drawn, wild))) {
          if (event.type === 'graph.changed') for (const { id } of [...event.add, ...event.replace]) units.add(id)
          if (event.type === 'attempt.intended') {
            const [unit] = splitPath(event.path)
            expect(keys.has(event.key)).toBe(false)
            expect(units.has(unit)).toBe(true)
            expect(event.key).toContain(event.path)
            keys.add(event.key)
          }
          if (event.type === 'attempt.finished') {
            expect(keys.has(event.key) && !ended.has(event.key)).toBe(true)
            ended.add(event.key)
          }
          if (event.type === 'attempt.reported' || event.type === 'friction.noted')
            expect(keys.has(event.key)).toBe(true)
          if ('unit' in event && typeof event.unit === 'string') expect(units.has(event.unit)).toBe(true)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('S0-14 S0-42 books the tokens and the money of every end once, also of a lost, a late or an advising one', () => {
    fc.assert(
      fc.property(game(200), (drawn) => {
        const world = play(drawn, wild)
        const { tokens, costMicros } = world.state.spent
        const booked = eventsOf(world).reduce(book, { tokens: 0, costMicros: 0, running: {} })
        expect({ tokens, costMicros }).toEqual({ tokens: booked.tokens, costMicros: booked.costMicros })
      }),
      { numRuns: runs(60) },
    )
  })

  it('S0-42 has times and the source of the usage with every end', () => {
    fc.assert(
      fc.property(game(200), (drawn) => {
        for (const event of eventsOf(play(drawn, wild))) {
          if (event.type !== 'attempt.finished') continue
          expect(event.durationMs).toBeGreaterThanOrEqual(0)
          expect(['reported', 'estimated']).toContain(event.usage.source)
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

interface Booked {
  readonly tokens: number
  readonly costMicros: number
  /** What the stream of an open attempt has told so far: booked when that performance is lost. */
  readonly running: Readonly<Record<string, Usage | undefined>>
}

function book(booked: Booked, event: Event): Booked {
  const plus = (usage: Usage | undefined, running = booked.running): Booked => ({
    tokens: booked.tokens + (usage === undefined ? 0 : tokensOf(usage)),
    costMicros: booked.costMicros + (usage?.costMicros ?? 0),
    running,
  })
  if (event.type === 'attempt.intended') return { ...booked, running: { ...booked.running, [event.key]: noUsage } }
  if (event.type === 'attempt.finished') return plus(event.usage, { ...booked.running, [event.key]: undefined })
  if (event.type === 'attempt.stale' || event.type === 'advice.taken') return plus(event.usage)
  if (event.type !== 'attempt.reported' || booked.running[event.key] === undefined) return booked
  const { report, key } = event
  if (report.kind === 'usage') return { ...booked, running: { ...booked.running, [key]: report.usage } }
  return report.kind === 'performance' ? plus(booked.running[key], { ...booked.running, [key]: noUsage }) : booked
}
