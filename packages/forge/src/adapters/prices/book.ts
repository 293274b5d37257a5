/** The price of models, and its source. */

/** The tokens of one request, or the sum of several; `inputTokens` excludes tokens read from or written to a cache. */
export interface UsedTokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of `cacheWriteTokens` that is stored for an hour, which costs more. */
  readonly cacheWriteHourTokens?: number
}

export type PriceOrigin =
  | { readonly kind: 'configuration' }
  | { readonly kind: 'library'; readonly name: string; readonly version: string; readonly date: string }
  | { readonly kind: 'supplement'; readonly date: string; readonly source: string }

/** Dollars per million tokens; with `over`, the prices of requests with more input than that. */
export interface ListedPrice {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

export interface ListedModel {
  readonly model: string
  readonly provider: string
  readonly price: ListedPrice
  /** A higher price for requests with more input than `over`. */
  readonly long?: ListedPrice & { readonly over: number }
  readonly contextWindow?: number
  readonly deprecated: boolean
  readonly origin: PriceOrigin
}

export interface Used {
  readonly model: string
  readonly tokens: UsedTokens
  /** Prices of long requests apply per request: the lengths in a sum are unknown. */
  readonly of: 'request' | 'sum'
  readonly at: number
  /** The address of an endpoint that is not the provider's own: its model names are its own too. */
  readonly endpoint?: string | undefined
}

export interface PriceBook {
  /** In micro-dollars; undefined: no price is known. */
  costOf(used: Used): number | undefined
  /** The known data of a model, by its full name. */
  find(model: string, at: number): ListedModel | undefined
  all(at: number): readonly ListedModel[]
}
