/** Which models are known, and where their prices come from. */
import { describe, expect, it } from 'vitest'
import { bookName } from '#adapters/prices/index.ts'
import { normalise, Written } from '#config/schema.ts'
import { seeModels, usedModels } from './models.ts'

const now = Date.parse('2026-11-16')
const looking = (written: unknown) => ({
  config: {
    settings: normalise(Written.parse(written)),
    values: [
      {
        key: 'prices.house-1',
        path: ['prices', 'house-1'],
        value: {},
        origin: { layer: 'project', where: '.forge/config.yaml', line: 7 },
      },
    ] as never,
  },
  env: {},
  now,
})

describe('forge models', () => {
  it('shows what the configuration comes to, with what each is used for and who says its price', async () => {
    const written = {
      agent: 'builtin:openai/gpt-5.5',
      models: { light: 'house-1', heavy: 'nobody-knows-1' },
      prices: { 'house-1': { input: 1, output: 2 } },
    }
    const { models, book } = await seeModels(looking(written), undefined)
    expect(book).toEqual(bookName)
    expect(models).toMatchObject([
      {
        model: 'house-1',
        usedFor: ['light'],
        price: { input: 1, output: 2 },
        origin: { kind: 'configuration', where: '.forge/config.yaml:7' },
      },
      {
        model: 'gpt-5.5',
        usedFor: ['standard', 'max'],
        provider: 'openai',
        origin: { kind: 'library', date: bookName.date },
      },
      { model: 'nobody-knows-1', usedFor: ['heavy'] },
    ])
    expect(models[2]).not.toHaveProperty('price')
  })

  it('finds everything that a word is in, and answers with nothing where nobody knows it', async () => {
    const found = await seeModels(looking({ agent: 'command:x' }), 'GPT-6.1')
    expect(found.models.map(({ model, origin }) => [model, origin?.kind])).toContainEqual(['gpt-6.1-sol', 'supplement'])
    const haiku = await seeModels(looking({}), 'anthropic/claude-haiku')
    expect(haiku.models.every(({ model, provider }) => `${provider}/${model}`.includes('anthropic/claude-haiku'))).toBe(
      true,
    )
    expect((await seeModels(looking({}), 'no-such-model')).models).toEqual([])
    expect((await seeModels(looking({ agent: 'command:x' }), undefined)).models).toEqual([])
  })

  it('knows the models of routes and of other agents', () => {
    const written = {
      agent: 'command:x',
      routing: { reviewer: { agent: 'builtin:openai/gpt-5.4' }, planner: { model: 'house-2' } },
      agents: { fallback: [{ agent: 'builtin', model: 'openai/gpt-5.5' }] },
    }
    expect([...usedModels(looking(written))]).toEqual([
      ['gpt-5.4', ['builtin:openai/gpt-5.4']],
      ['house-2', ['planner']],
      ['openai/gpt-5.5', ['fallback builtin']],
    ])
  })
})
