/** What a provider, or the line to it, did to a request: facts, as the meter saw them. */

export interface Refused {
  readonly status: number
  /** `rate`: goes away by waiting. `quota`: nothing is left until a reset, or until somebody pays. */
  readonly limit: 'rate' | 'quota' | undefined
  /** Undefined: the provider does not say. */
  readonly retryAfterMs: number | undefined
  /** The provider's own word for it. */
  readonly type: string
  /** It does not fit into the model, or is refused. */
  readonly blocker?: 'overflow' | 'refusal'
}

export type ProviderFailure =
  | ({ readonly kind: 'refused' } & Refused)
  | { readonly kind: 'stream' | 'connection' | 'hang'; readonly text: string }

/** What refused a request: a limit of the run, or the money of this attempt alone (`agents.cost`). */
export type CutOffBy = 'tokens' | 'costMicros' | 'attempt'
