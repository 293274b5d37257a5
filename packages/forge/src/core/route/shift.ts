/**
 * The model that replaces the routed one (S1-56): a stronger one when the work did not fit, another one when it was
 * refused. A tier counts only if its model differs from the one that was tried; where no model is known by its name
 * there is no replacement.
 */
import { Tier } from '#model/route.ts'

/** How far a phase has moved from its route; each step was counted before it was dispatched. */
export interface Shift {
  readonly tiersUp: number
  readonly otherModels: number
}

export interface Stand {
  readonly tier: Tier
  /** Its real name; undefined when the agent keeps one that is not known here. */
  readonly model: string | undefined
}

/** The model of each tier, undefined where none is known. */
export type ModelOf = (tier: Tier) => string | undefined

/** Tier and model after these steps; undefined when there are not so many. */
export function shiftedBy({ tiersUp, otherModels }: Shift, from: Stand, modelOf: ModelOf): Stand | undefined {
  if (tiersUp + otherModels === 0) return from
  if (from.model === undefined) return undefined
  const raised = steps(from, modelOf, above(from.tier))[tiersUp]
  return raised === undefined ? undefined : steps(raised, modelOf, around(raised.tier))[otherModels]
}

/** Itself, then those of these tiers whose model is known and was not there before. */
function steps(from: Stand, modelOf: ModelOf, tiers: readonly Tier[]): readonly Stand[] {
  const found: Stand[] = [from]
  for (const tier of tiers) {
    const model = modelOf(tier)
    if (model !== undefined && found.every((one) => one.model !== model)) found.push({ tier, model })
  }
  return found
}

function above(tier: Tier): readonly Tier[] {
  return Tier.options.slice(Tier.options.indexOf(tier) + 1)
}

/** The stronger ones first: after a refusal a weaker model is tried only when no stronger one is left. */
function around(tier: Tier): readonly Tier[] {
  return [...above(tier), ...Tier.options.slice(0, Tier.options.indexOf(tier)).toReversed()]
}
