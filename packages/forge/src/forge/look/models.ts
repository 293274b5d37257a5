/** Known models with prices and their sources: those that the configuration uses, or all whose name contains a word. */
import {
  configuredPrice,
  loadPriceBook,
  bookName,
  type ListedModel,
  type ListedPrice,
  type PriceBook,
} from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import { modelOfTier } from '#core/route/tier-models.ts'
import { tierOfAlias } from '#core/route/models.ts'
import { defined } from '#model/defined.ts'
import type { Price, PriceBookName } from '#model/price.ts'
import type { Tier } from '#model/route.ts'
import type { Environment } from '#forge/place/places.ts'
import { routingOf } from '#forge/start/routing.ts'

export type ModelOrigin = ListedModel['origin'] | { readonly kind: 'configuration'; readonly where: string }

export interface SeenModel {
  readonly model: string
  readonly provider?: string
  /** Absent: it has none. */
  readonly price?: ListedPrice
  readonly long?: ListedModel['long']
  readonly contextWindow?: number
  readonly deprecated: boolean
  /** What the configuration uses it for: tiers, or agents that run on it by default. */
  readonly usedFor: readonly string[]
  readonly origin?: ModelOrigin
}

export interface SeenModels {
  readonly models: readonly SeenModel[]
  readonly book: PriceBookName
}

interface Looking {
  readonly config: Pick<Config, 'settings' | 'values'>
  readonly env: Environment
  readonly now: number
}

const tiers: readonly Tier[] = ['light', 'standard', 'heavy', 'max']

/** The models that the configuration uses, each with its purposes. */
export function usedModels({
  config: { settings },
  env,
}: Pick<Looking, 'config' | 'env'>): ReadonlyMap<string, readonly string[]> {
  const routing = routingOf(settings, env)
  const used = new Map<string, string[]>()
  const add = (model: string | null | undefined, what: string): void => {
    if (typeof model !== 'string' || tierOfAlias(model) !== undefined) return
    const known = used.get(model) ?? []
    if (!known.includes(what)) used.set(model, [...known, what])
  }
  for (const tier of tiers) {
    const { model, resolved } = modelOfTier(routing, tier)
    add(resolved ?? model, tier)
  }
  for (const [agent, model] of Object.entries(routing.own ?? {})) if (agent !== '') add(model, agent)
  for (const [name, { model }] of Object.entries(routing.overrides)) add(model, name)
  for (const { model, agent } of settings.agents.fallback) add(model, `fallback ${agent ?? ''}`.trim())
  return used
}

export async function seeModels(looking: Looking, part: string | undefined): Promise<SeenModels> {
  const book = await loadPriceBook()
  const used = usedModels(looking)
  const { prices } = looking.config.settings
  const names =
    part === undefined
      ? [...used.keys(), ...prices.map(({ model }) => model).filter((model) => !used.has(model))]
      : prices.map(({ model }) => model).filter((model) => isIn(part, model))
  const rows = names.map((model) => seenOf(model, { ...looking, book, usedFor: used.get(model) ?? [] }))
  const listed =
    part === undefined ? [] : book.all(looking.now).filter(({ model, provider }) => isIn(part, `${provider}/${model}`))
  const others = listed
    .filter(({ model }) => !names.includes(model))
    .map((one): SeenModel => ({ ...one, usedFor: used.get(one.model) ?? [] }))
  return { models: [...rows, ...others], book: bookName }
}

function isIn(part: string, text: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

interface Seeing extends Looking {
  readonly book: PriceBook
  readonly usedFor: readonly string[]
}

function seenOf(model: string, { config, book, usedFor, now }: Seeing): SeenModel {
  const listed = book.find(model, now)
  const row = configuredPrice(model, config.settings.prices)
  if (row === undefined)
    return listed === undefined ? { model, deprecated: false, usedFor } : { ...listed, model, usedFor }
  const known = defined({ provider: listed?.provider })
  const { model: _, ...price } = row
  const window = defined({ contextWindow: listed?.contextWindow })
  const origin = { kind: 'configuration', where: whereOf(row, config) } as const
  return { model, ...known, price, ...window, deprecated: listed?.deprecated ?? false, usedFor, origin }
}

/** The file and line of its definition. */
function whereOf({ model }: Price, { values }: Looking['config']): string {
  const origin = values.find(({ path }) => path[0] === 'prices' && path[1] === model)?.origin
  if (origin === undefined) return 'prices:'
  return origin.line === undefined ? origin.where : `${origin.where}:${origin.line}`
}
