/** How a provider or the network failed a request: facts observed by the meter. */

export interface Refused {
  readonly status: number
  /** `rate`: passes by waiting. `quota`: nothing is left until a reset, or until the user pays. */
  readonly limit: 'rate' | 'quota' | undefined
  /** Undefined: the provider does not say. */
  readonly retryAfterMs: number | undefined
  /** The provider's own name of the error. */
  readonly type: string
  /** It does not fit into the model, or is refused. */
  readonly blocker?: 'overflow' | 'refusal'
}

export type ProviderFailure =
  | ({ readonly kind: 'refused' } & Refused)
  | { readonly kind: 'stream' | 'connection' | 'hang'; readonly text: string }

/** What refused a request: a limit of the run, or the money of this attempt alone (`agents.cost`). */
export type CutOffBy = 'tokens' | 'costMicros' | 'attempt'
