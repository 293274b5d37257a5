/** The usage of one attempt at the proxy: requests, tokens and refusals. A fold, so that it can be read at any time. */
import { defined } from '#model/defined.ts'
import type { CutOffBy, ProviderFailure } from '#model/provider-failure.ts'
import type { UsedWindow } from '#model/quota.ts'
import { addTokens, noTokens, sumOf, type Tokens } from './tokens.ts'

/** The price of tokens of a model, in micro-dollars; undefined when it is unknown. */
export type CostOf = (model: string, tokens: Tokens) => number | undefined

export interface Tally {
  readonly requests: number
  readonly tokens: Tokens
  readonly costMicros: number
  /** Requests to models without a price; the cost does not include them. */
  readonly unpriced: number
  /** The tokens of those requests, and their models. */
  readonly unpricedTokens: number
  readonly unpricedModels: readonly string[]
  /** Answers without figures; the tokens do not include them. */
  readonly unread: number
  /** How often the provider reported a rate limit or an exhausted quota. */
  readonly limited: number
  readonly hangs: number
  /** Requests that the proxy refused because too little is left, and the limit of the latest one. */
  readonly cutOff: number
  readonly cutOffBy?: CutOffBy
  /** The model without a price, if that was the reason. */
  readonly cutOffUnpriced?: string
  /** How the newest request failed; undefined: it ended well, or still runs. */
  readonly trouble: ProviderFailure | undefined
  /** How full the windows of the account were, by the newest answer that reported them. */
  readonly windows?: readonly UsedWindow[]
}

export const emptyTally: Tally = {
  requests: 0,
  tokens: noTokens,
  costMicros: 0,
  unpriced: 0,
  unpricedTokens: 0,
  unpricedModels: [],
  unread: 0,
  limited: 0,
  hangs: 0,
  cutOff: 0,
  trouble: undefined,
}

/** The result of one request. */
export interface Counted {
  readonly tokens: Tokens
  readonly model: string | undefined
  /** Whether an answer lacked the figures that it should have had. */
  readonly isUnread: boolean
  readonly trouble: ProviderFailure | undefined
  readonly windows?: readonly UsedWindow[]
}

export function addRequest(tally: Tally, counted: Counted, costOf: CostOf | undefined): Tally {
  const { tokens, model, trouble } = counted
  const isUsed = Object.values(tokens).some((count) => count > 0)
  const cost = isUsed ? costOf?.(model ?? '', tokens) : 0
  const isLimit = trouble?.kind === 'refused' && trouble.limit !== undefined
  return {
    ...tally,
    requests: tally.requests + 1,
    tokens: addTokens(tally.tokens, tokens),
    costMicros: tally.costMicros + (cost ?? 0),
    unpriced: tally.unpriced + (cost === undefined ? 1 : 0),
    unpricedTokens: tally.unpricedTokens + (cost === undefined ? sumOf(tokens) : 0),
    unpricedModels: cost === undefined ? withModel(tally.unpricedModels, model) : tally.unpricedModels,
    unread: tally.unread + (counted.isUnread ? 1 : 0),
    limited: tally.limited + (isLimit ? 1 : 0),
    hangs: tally.hangs + (trouble?.kind === 'hang' ? 1 : 0),
    trouble,
    ...((counted.windows ?? []).length === 0 ? {} : { windows: counted.windows }),
  }
}

function withModel(models: readonly string[], model: string | undefined): readonly string[] {
  return model === undefined || models.includes(model) ? models : [...models, model]
}

/** Counts one more refused request; `unpriced`: its model has no price. */
export function addCutOff(tally: Tally, by: CutOffBy, unpriced: string | undefined): Tally {
  return {
    ...tally,
    cutOff: tally.cutOff + 1,
    cutOffBy: by,
    ...defined({ cutOffUnpriced: unpriced }),
  }
}
