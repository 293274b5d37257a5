/** What Forge says about models without a price before a run starts. */
import { describe, expect, it } from 'vitest'
import { loadPriceBook } from '#adapters/prices/index.ts'
import { normalise, Written } from '#config/schema.ts'
import { initialState } from '#core/state/state.ts'
import type { Said } from '#messages/said.ts'
import { Limits } from '#model/budget.ts'
import { specOf } from '#testing/builders/index.ts'
import { routingOf } from './routing.ts'
import { modelsOf, pricedOrRefused, unpricedIn, unpricedRefusal, unpricedWarning } from './unpriced.ts'

const modelsBy = (written: unknown) => modelsOf(specOf({ routing: routingOf(normalise(Written.parse(written)), {}) }))
const now = Date.parse('2026-11-16')

describe('models without a price', () => {
  it.each([
    [{ agent: 'builtin:openai/house-1' }, ['house-1'], []],
    [{ agent: 'scripted:a.yaml' }, [], []],
    [{ agent: 'acp:some' }, [], ['']],
    [{ agent: 'acp:some', models: { light: 'a', standard: 'b', heavy: 'c' } }, ['b', 'c'], []],
    [{ agent: 'builtin:openai/x', routing: { reviewer: { agent: 'acp:other' } } }, ['x'], ['acp:other']],
    [{ agent: 'builtin:openai/x', routing: { reviewer: { agent: 'builtin:openai/y' } } }, ['x', 'y'], []],
  ])('R-15 a run knows what its agents will run on: %j', (written, named, choosing) => {
    expect(modelsBy(written)).toEqual({ named, choosing })
  })

  it('R-15 a price is that of the configuration by name, or of the book', async () => {
    const prices = [{ model: 'house-1', input: 1, output: 2 }]
    const models = ['house-1', 'house-12', 'gpt-5.5', 'gpt-5.5-nobody-knows']
    const unpriced = unpricedIn({ models, prices, book: await loadPriceBook(), now })
    expect(unpriced).toEqual(['house-12', 'gpt-5.5-nobody-knows'])
  })

  it('R-15 a start with a limit of money is refused with both ways out; without one it is said', () => {
    const limits = (more: object) => Limits.parse(more)
    const refused = unpricedRefusal(['house-1'], limits({ costMicros: 5 }))
    expect(refused).toMatchObject({ code: 'unpriced', exit: 'usage' })
    expect(refused?.message).toSay('house-1')
    expect(refused?.hint).toSay('prices: { "house-1": { input:')
    expect(refused?.hint).toSay('--allow-unpriced with --max-tokens')
    expect(unpricedRefusal(['house-1'], limits({ unitCostMicros: 5 }))).toBeDefined()
    expect(unpricedRefusal(['house-1'], limits({ costMicros: 5, unpriced: 'allowed' }))).toBeDefined()
    expect(unpricedRefusal(['house-1'], limits({ costMicros: 5, unpriced: 'allowed', tokens: 9 }))).toBeUndefined()
    expect(unpricedRefusal(['house-1'], limits({ tokens: 5 }))).toBeUndefined()
    expect(unpricedRefusal([], limits({ costMicros: 5 }))).toBeUndefined()
    expect(unpricedWarning(['house-1'])).toSay('house-1 has no price')
    expect(unpricedWarning([])).toBeUndefined()
  })

  it('R-15 says it, or refuses, for a new run by its own limits and for a resumed one by what it met', async () => {
    const said: Said[] = []
    const starting = (written: object) => ({
      config: { settings: normalise(Written.parse(written)) },
      now: () => now,
      say: (one: Said) => void said.push(one),
    })
    const written = { agent: 'builtin:openai/house-1' }
    const spec = (more: object) =>
      specOf({ routing: routingOf(normalise(Written.parse(written)), {}), limits: Limits.parse(more) })
    expect(await pricedOrRefused(starting(written), spec({ costMicros: 5 }), undefined)).toMatchObject({
      code: 'unpriced',
    })
    expect(said).toEqual([])
    expect(await pricedOrRefused(starting(written), spec({}), undefined)).toBeUndefined()
    expect(said).toEqual([unpricedWarning(['house-1'])])
    const priced = { ...written, prices: { 'house-1': { input: 1, output: 2 } } }
    expect(await pricedOrRefused(starting(priced), spec({ costMicros: 5 }), undefined)).toBeUndefined()
    const cutOff = { limit: 'costMicros', at: 5, unpriced: 'met-1' } as const
    const resumed = { ...initialState('r'), spec: specOf({}), limits: Limits.parse({ costMicros: 5 }), cutOff }
    expect((await pricedOrRefused(starting({}), undefined, resumed))?.message).toSay('met-1')
    const met = { prices: { 'met-1': { input: 1, output: 2 } } }
    expect(await pricedOrRefused(starting(met), undefined, resumed)).toBeUndefined()
  })
})
