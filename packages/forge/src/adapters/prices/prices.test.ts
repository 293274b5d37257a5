/** Prices of models, from the real library. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bookName, configuredCost, configuredPrice, loadPriceBook, type UsedTokens } from './index.ts'
import { supplement } from './supplement.ts'

const book = await loadPriceBook()
const at = Date.parse('2026-11-16T12:00:00Z')
const used = (tokens: Partial<UsedTokens>): UsedTokens => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  ...tokens,
})
const cost = (model: string, tokens: Partial<UsedTokens>, of: 'request' | 'sum' = 'request') =>
  book.costOf({ model, tokens: used(tokens), of, at })
const million = 1_000_000

describe('the price library', () => {
  it('R-15 is named with the version that is installed and the day of its release', () => {
    const entry = createRequire(import.meta.url).resolve('@pydantic/genai-prices')
    const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
      version: string
    }
    expect(bookName.version).toBe(version)
    expect(bookName.date).toMatch(/^\d{4}-\d{2}-\d{2}$/u)
  })

  it.each([
    ['gpt-5.5', 5, 30],
    ['gpt-5.4', 2.5, 15],
    ['gpt-5.5-pro', 30, 180],
    ['claude-sonnet-5-5', 2, 10],
    ['claude-opus-5-5', 4, 20],
    ['claude-haiku-5-5', 0.1, 0.5],
    ['claude-fable-5', 10, 50],
    ['gpt-6.1-sol', 2, 10],
    ['openai/gpt-5.5', 5, 30],
    ['claude-opus-4-8[1m]', 5, 25],
    ['claude-haiku-4-5-20251001', 1, 5],
    ['gpt-6.1-sol-2026-09-29', 2, 10],
  ])('R-15 %s costs $%d and $%d per million', (model, input, output) => {
    expect(cost(model, { inputTokens: 50_000 })).toBe(input * 50_000)
    expect(cost(model, { outputTokens: 50_000 })).toBe(output * 50_000)
  })

  it.each(['gpt-5.5-mini', 'claude-opus-99', 'gpt-7', 'my-gpt-5', 'opus', 'gpt-6.1-sol-mini', ''])(
    'R-15 %j has no price: nothing is priced as its family',
    (model) => {
      expect(cost(model, { inputTokens: 1000 })).toBeUndefined()
      expect(book.find(model, at)).toBeUndefined()
    },
  )

  it('R-15 what is read from a cache, written to it, and kept there for an hour has prices of its own', () => {
    expect(cost('claude-opus-4-8', { cacheReadTokens: million })).toBe(0.5 * million)
    expect(cost('claude-opus-4-8', { cacheWriteTokens: million })).toBe(6.25 * million)
    expect(cost('claude-opus-4-8', { cacheWriteTokens: million, cacheWriteHourTokens: million })).toBe(10 * million)
    expect(cost('gpt-6-sol', { cacheWriteTokens: 100_000 })).toBe(250_000)
    // A model without a price for cache writes: they count as input.
    expect(cost('gpt-5.4-mini', { cacheWriteTokens: million })).toBe(0.75 * million)
  })

  it('R-15 a long request costs more, a sum of short ones does not', () => {
    expect(cost('gpt-5.5', { inputTokens: 300_000, outputTokens: 1000 })).toBe(300_000 * 10 + 1000 * 45)
    expect(cost('gpt-5.5', { inputTokens: 300_000, outputTokens: 1000 }, 'sum')).toBe(300_000 * 5 + 1000 * 30)
    expect(cost('gpt-6.1-sol', { inputTokens: 300_000 })).toBe(300_000 * 4)
    expect(cost('claude-haiku-5-5', { inputTokens: 90_000, cacheReadTokens: 90_000 })).toBe(
      90_000 * 0.5 + 90_000 * 0.05,
    )
  })

  it('R-15 a price that changes on a day is that of the day', () => {
    const on = (day: string) =>
      book.costOf({
        model: 'gemini-3.8-flash',
        tokens: used({ inputTokens: million }),
        of: 'request',
        at: Date.parse(day),
      })
    expect([on('2026-12-31'), on('2027-01-02')]).toEqual([0.75 * million, 1.5 * million])
  })

  it('R-15 an endpoint of somebody else has names of its own: priced where the library knows the endpoint', () => {
    const tokens = used({ inputTokens: million })
    const at2 = { tokens, of: 'request', at } as const
    expect(book.costOf({ model: 'gpt-5.5', endpoint: 'http://127.0.0.1:11434/v1', ...at2 })).toBeUndefined()
    expect(book.costOf({ model: 'kimi-k2.5', endpoint: 'https://api.moonshot.ai/v1', ...at2 })).toBe(0.6 * million)
  })

  it('R-15 each row of the supplement has a day and a source, and counts only while it is newer than the library', () => {
    for (const { date, source, info } of supplement) {
      expect([date > bookName.date, source.startsWith('https://')]).toEqual([true, true])
      expect(book.find(info.id, at)?.origin).toEqual({ kind: 'supplement', date, source })
    }
    expect(book.find('gpt-5.5', at)).toMatchObject({
      provider: 'openai',
      price: { input: 5, output: 30, cacheRead: 0.5 },
      long: { over: 271_999, input: 10, output: 45 },
      contextWindow: million,
      origin: { kind: 'library', version: bookName.version, date: bookName.date },
    })
  })
})

describe('prices of the configuration', () => {
  const rows = [
    { model: 'house-*', input: 1, output: 2 },
    { model: 'house-big', input: 10, output: 50, cacheRead: 1, cacheWrite: 12 },
    { model: 'gpt-5', input: 3, output: 4 },
  ]

  it('R-15 a row is for the whole name, or for a pattern that says so', () => {
    const input = (model: string) => configuredPrice(model, rows)?.input
    expect([input('House-Big'), input('house-small'), input('gpt-5')]).toEqual([10, 1, 3])
    expect([input('my-house-big'), input('gpt-5.5'), input('gpt-5-mini'), input('gpt')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('S0-14 tokens are priced by kind; where a cache has no price of its own, as input', () => {
    const tokens = used({ inputTokens: 1000, outputTokens: 100, cacheReadTokens: 10_000, cacheWriteTokens: 10 })
    expect(configuredCost(rows[1]!, tokens)).toBe(1000 * 10 + 100 * 50 + 10_000 + 120)
    expect(configuredCost(rows[0]!, tokens)).toBe(1000 + 200 + 10_000 + 10)
  })
})
