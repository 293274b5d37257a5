/** What models cost, and who says so. */

/** What one request used, or several together; `inputTokens` without what was read from a cache or written to it. */
export interface UsedTokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of `cacheWriteTokens` that is kept for an hour, which costs more. */
  readonly cacheWriteHourTokens?: number
}

export type PriceOrigin =
  | { readonly kind: 'configuration' }
  | { readonly kind: 'library'; readonly name: string; readonly version: string; readonly date: string }
  | { readonly kind: 'supplement'; readonly date: string; readonly source: string }

/** Dollars per million tokens; with `over`, those of requests that say more than so many. */
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
  /** A dearer price for requests with more input than `over`. */
  readonly long?: ListedPrice & { readonly over: number }
  readonly contextWindow?: number
  readonly deprecated: boolean
  readonly origin: PriceOrigin
}

export interface Used {
  readonly model: string
  readonly tokens: UsedTokens
  /** Prices of long requests hold for one request: of a sum nobody knows how long each of them was. */
  readonly of: 'request' | 'sum'
  readonly at: number
  /** The address of an endpoint that is not the provider's own: its names of models are its own too. */
  readonly endpoint?: string | undefined
}

export interface PriceBook {
  /** In micro-dollars; undefined: it has no price. */
  costOf(used: Used): number | undefined
  /** What is known of a model by its whole name. */
  find(model: string, at: number): ListedModel | undefined
  all(at: number): readonly ListedModel[]
}
