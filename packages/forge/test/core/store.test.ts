/** The store of a run, as its journal is written: ids, references, strays and usage, over random runs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPath } from '#model/node-path.ts'
import { tokensOf } from '#model/tokens.ts'
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
      { numRuns: 60 },
    )
  })

  it('S0-14 S0-17 S0-42 has usage, times and ids with every end, from Forge and not from the agent, strays apart', () => {
    fc.assert(
      fc.property(game(200), (drawn) => {
        const world = play(drawn, wild)
        let [tokens, stray] = [0, 0]
        for (const event of eventsOf(world)) {
          if (event.type === 'attempt.finished') {
            tokens += tokensOf(event.usage)
            expect(event.durationMs).toBeGreaterThanOrEqual(0)
            expect(['reported', 'estimated']).toContain(event.usage.source)
          }
          if (event.type === 'attempt.stale') stray += tokensOf(event.usage)
        }
        const lost = world.state.spent.tokens - tokens - stray
        expect(lost).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 60 },
    )
  })
})
