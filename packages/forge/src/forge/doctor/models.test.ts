/** What the doctor reports about models and prices. */
import { describe, expect, it } from 'vitest'
import { bookName, loadPriceBook } from '#adapters/prices/index.ts'
import { normalise, Written } from '#config/schema.ts'
import { modelTiers, tiersDate } from '#presets/model-tiers.ts'
import { agentModels } from '#presets/routing.ts'
import { examineModels } from './models.ts'
import { routingOf } from '#forge/start/routing.ts'

const now = Date.parse(tiersDate)
const day = 86_400_000
const looked = (written: unknown, at = now) =>
  examineModels({ config: { settings: normalise(Written.parse(written)), values: [] }, env: {}, now: at })

describe('models of tiers', () => {
  it('S1-30 each agent whose models Forge knows has one for each tier, and each has a price on the day of the table', async () => {
    const book = await loadPriceBook()
    for (const [agent, { canonical }] of Object.entries(agentModels))
      for (const tier of ['light', 'standard', 'heavy', 'max'] as const)
        expect([agent, tier, book.find(canonical[tier] ?? '', now)?.deprecated]).toEqual([agent, tier, false])
    expect(Object.keys(agentModels)).toEqual(expect.arrayContaining(['claude-code', 'codex', 'gemini']))
  })

  it.each([
    ['codex', modelTiers.openai],
    ['gemini', modelTiers.google],
    ['claude-code', modelTiers.anthropic],
  ] as const)('S1-30 %s is told the model of the tier, and the one of the configuration before it', (agent, tiers) => {
    expect(routingOf(normalise(Written.parse({ agent })), {}).canonical).toEqual(tiers)
    expect(routingOf(normalise(Written.parse({ agent, models: { heavy: 'mine' } })), {}).models).toEqual({
      heavy: 'mine',
    })
  })

  it('U-24 the doctor says when a tier names a model that the price library does not list, or calls deprecated', async () => {
    for (const agent of ['claude-code', 'codex', 'gemini', 'scripted:a.yaml', 'builtin:gpt-5.5'])
      expect((await looked({ agent }))[1]).toMatchObject({ name: 'models', state: 'ok' })
    const [, gone] = await looked({ agent: 'codex', models: { heavy: 'gpt-4-nobody', light: 'claude-2' } })
    expect(gone).toMatchObject({ state: 'warning', remedy: expect.saying('models:') })
    expect(gone?.detail).toSay('gpt-4-nobody (heavy) is not in the price library')
    const book = await loadPriceBook()
    const old = book.all(now).find(({ model }) => book.find(model, now)?.deprecated === true)
    const [, ended] = await looked({ agent: 'codex', models: { heavy: old?.model ?? '' } })
    expect(ended).toMatchObject({ state: 'warning', detail: expect.saying('(heavy) is deprecated') })
    const own = { agent: 'codex', models: { heavy: 'house-1' }, prices: { 'house-*': { input: 1, output: 1 } } }
    expect((await looked(own))[1]).toMatchObject({ state: 'ok' })
  })

  it('U-24 the doctor says of which day prices are, and warns when they are half a year old', async () => {
    const [fresh] = await looked({})
    expect(fresh).toMatchObject({ name: 'prices', state: 'ok', detail: expect.saying(bookName.date) })
    const [old] = await looked({}, Date.parse(bookName.date) + 200 * day)
    expect(old).toMatchObject({ state: 'warning', detail: expect.saying('200 days old') })
  })
})
