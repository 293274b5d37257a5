/**
 * Prices by the library genai-prices, by its own rules for names, and by Forge's supplement to it. Heavy: imported only
 * when a price is needed.
 *
 * 1. A model is found by its full name; there are no families. A prefix such as `openai/…` selects the provider.
 * 2. The newer of library and supplement counts.
 */
import {
  calcPrice,
  findProvider,
  waitForUpdate,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from '@pydantic/genai-prices'
import { defined } from '#model/defined.ts'
import type { ListedModel, ListedPrice, PriceBook, PriceOrigin, Used, UsedTokens } from './book.ts'
import { supplement, type SupplementRow } from './supplement.ts'
import { bookName } from './version.ts'

const ofLibrary: PriceOrigin = { kind: 'library', ...bookName }
/** No provider charges more for requests that are shorter than this. */
const shortTokens = 50_000

export async function openPriceBook(): Promise<PriceBook> {
  const providers = (await waitForUpdate()) ?? []
  return {
    costOf: (used) => micros(used),
    find: (model, at) => findListed(model, at),
    all: (at) => [
      ...supplement.filter((row) => countsFor(row)).map((row) => listedOf(row.provider, row.info, originOf(row), at)),
      ...providers.flatMap(({ id, models }) =>
        models.filter((info) => supplementRow(info.id) === undefined).map((info) => listedOf(id, info, ofLibrary, at)),
      ),
    ],
  }
}

function micros({ model, tokens, of, at, endpoint }: Used): number | undefined {
  const found = providerAndName(model, endpoint)
  if (found === undefined) return undefined
  // A sum is priced as several equal requests, each short enough for the normal price.
  const parts = of === 'sum' ? Math.max(1, Math.ceil(inputOf(tokens) / shortTokens)) : 1
  const row = endpoint === undefined ? supplementRow(found.name) : undefined
  const provider = row === undefined ? found.provider : providerOf(row)
  const price = calcPrice(usageOf(tokens, parts), found.name, {
    timestamp: new Date(at),
    ...defined({ provider }),
  })
  if (price === null) return undefined
  return Math.ceil(Number((price.total_price * parts * 1_000_000).toFixed(6)))
}

function inputOf({ inputTokens, cacheReadTokens, cacheWriteTokens }: UsedTokens): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

/** The library counts cache reads and writes as input too. */
function usageOf(tokens: UsedTokens, parts: number): Record<string, number> {
  const { outputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteHourTokens = 0 } = tokens
  return {
    input_tokens: inputOf(tokens) / parts,
    cache_read_tokens: cacheReadTokens / parts,
    cache_write_tokens: cacheWriteTokens / parts,
    ...(cacheWriteHourTokens === 0 ? {} : { cache_write_1h_tokens: cacheWriteHourTokens / parts }),
    output_tokens: outputTokens / parts,
  }
}

interface Named {
  readonly name: string
  /** Absent: the library finds it by the model's name. */
  readonly provider?: Provider
}

function providerAndName(model: string, endpoint: string | undefined): Named | undefined {
  if (endpoint !== undefined) {
    const provider = findProvider({ providerApiUrl: endpoint })
    return provider === undefined ? undefined : { name: model, provider }
  }
  const [, before, rest] = /^(anthropic|openai|google)\/(.+)$/.exec(model) ?? []
  // Claude Code appends the size of the window to the name.
  const name = (rest ?? model).replace(/\[1m\]$/u, '')
  const provider = before === undefined ? undefined : findProvider({ providerId: before })
  return provider === undefined ? { name } : { name, provider }
}

/** A name with a date suffix is the same model. */
function supplementRow(name: string): SupplementRow | undefined {
  const bare = name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u, '')
  return supplement.find((row) => row.info.id === bare && countsFor(row))
}

function countsFor({ date }: SupplementRow): boolean {
  return date > bookName.date
}

function originOf({ date, source }: SupplementRow): PriceOrigin {
  return { kind: 'supplement', date, source }
}

function providerOf({ provider, info }: SupplementRow): Provider {
  return { id: provider, name: provider, api_pattern: '', models: [{ ...info, match: { starts_with: info.id } }] }
}

function findListed(model: string, at: number): ListedModel | undefined {
  const found = providerAndName(model, undefined)
  if (found === undefined) return undefined
  const row = supplementRow(found.name)
  if (row !== undefined) return listedOf(row.provider, row.info, originOf(row), at)
  const options = { timestamp: new Date(at), ...defined({ provider: found.provider }) }
  const price = calcPrice({ input_tokens: 1, output_tokens: 1 }, found.name, options)
  return price === null ? undefined : listedOf(price.provider.id, price.model, ofLibrary, at)
}

function listedOf(provider: string, info: Omit<ModelInfo, 'match'>, origin: PriceOrigin, at: number): ListedModel {
  const prices = pricesAt(info.prices, at)
  const over = longFrom(prices)
  return {
    model: info.id,
    provider,
    price: listedPrice(prices, 0),
    ...(over === undefined ? {} : { long: { over, ...listedPrice(prices, over + 1) } }),
    ...defined({ contextWindow: info.context_window }),
    deprecated: info.deprecated === true,
    origin,
  }
}

/** The latest one already in effect counts. */
function pricesAt(prices: ModelInfo['prices'], at: number): ModelPrice {
  if (!Array.isArray(prices)) return prices
  const day = new Date(at).toISOString().slice(0, 10)
  const begun = prices.filter(
    ({ constraint }) => constraint === undefined || (constraint.type === 'start_date' && constraint.start_date <= day),
  )
  return begun.at(-1)?.prices ?? prices[0]?.prices ?? {}
}

function longFrom(prices: ModelPrice): number | undefined {
  const price = prices['input_mtok']
  return typeof price === 'object' ? price.tiers[0]?.start : undefined
}

function listedPrice(prices: ModelPrice, input: number): ListedPrice {
  const of = (key: string): number | undefined => {
    const price = prices[key]
    if (typeof price !== 'object') return price
    return price.tiers.findLast(({ start }) => input > start)?.price ?? price.base
  }
  const rows = {
    input: of('input_mtok'),
    output: of('output_mtok'),
    cacheRead: of('cache_read_mtok'),
    cacheWrite: of('cache_write_mtok'),
  }
  return Object.fromEntries(Object.entries(rows).filter(([, price]) => price !== undefined))
}
