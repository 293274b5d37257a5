/** The books of one attempt at the proxy: what was asked, used and refused. A fold, so that it can be asked at any time. */
import { defined } from '#model/defined.ts'
import type { CutOffBy, ProviderFailure } from '#model/provider-failure.ts'
import type { UsedWindow } from '#model/quota.ts'
import { addTokens, noTokens, sumOf, type Tokens } from './tokens.ts'

/** What tokens of a model cost, in micro-dollars; undefined when nobody knows. */
export type CostOf = (model: string, tokens: Tokens) => number | undefined

export interface Tally {
  readonly requests: number
  readonly tokens: Tokens
  readonly costMicros: number
  /** Requests whose model has no price; the cost lacks them. */
  readonly unpriced: number
  /** What they used, and of which models. */
  readonly unpricedTokens: number
  readonly unpricedModels: readonly string[]
  /** Answers that came through without figures; the tokens lack them. */
  readonly unread: number
  /** Times that the provider asked to wait or had nothing left. */
  readonly limited: number
  readonly hangs: number
  /** Requests that were refused here because too little is left for them, and of what, the last time. */
  readonly cutOff: number
  readonly cutOffBy?: CutOffBy
  /** The model that was asked and has no price, where that is why. */
  readonly cutOffUnpriced?: string
  /** How the newest request ended; undefined: well, or not at all yet. */
  readonly trouble: ProviderFailure | undefined
  /** How full the windows of the account were at the newest answer that told it. */
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

/** What became of one request. */
export interface Counted {
  readonly tokens: Tokens
  readonly model: string | undefined
  /** Whether an answer came that should have had figures in it, and had none. */
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

/** One more request was refused here; `unpriced`: because its model has no price. */
export function addCutOff(tally: Tally, by: CutOffBy, unpriced: string | undefined): Tally {
  return {
    ...tally,
    cutOff: tally.cutOff + 1,
    cutOffBy: by,
    ...defined({ cutOffUnpriced: unpriced }),
  }
}
