/** Tier and model of an attempt: the routed ones, and their replacement where a model was too small or refused. */
import { say, type Sentence } from '#messages/said.ts'
import type { Routing, Tier } from '#model/route.ts'
import { agentIn, first, routeSources, type RouteRequest, type RouteSource } from './sources.ts'
import { tierOfAlias } from './models.ts'
import { shiftedBy, type Shift, type Stand } from './shift.ts'
import { modelFor, modelOfTier, nameOf, ownModel, type Model } from './tier-models.ts'

export interface ChosenRoute {
  readonly tier: Tier
  /** Who decided, in full. */
  readonly by: string
  /** The level that decided, if one did. */
  readonly said?: string
  /** A named model, alias or id. */
  readonly model?: string
}

function chooseTier(routing: Routing, { role }: RouteRequest, levels: readonly RouteSource[]): ChosenRoute {
  const said = first(levels, (hint) => (hint.tier === undefined && hint.model === undefined ? undefined : hint))
  const ofRole = Object.hasOwn(routing.tiers, role) ? routing.tiers[role] : undefined
  const table: ChosenRoute =
    ofRole === undefined ? { tier: 'standard', by: `default:${role}` } : { tier: ofRole, by: `role:${role}` }
  if (said === undefined) return table
  const { tier, model } = said.value
  if (model === undefined) return { tier: tier ?? table.tier, by: said.by, said: said.by }
  const alias = tierOfAlias(model)
  if (tier !== undefined || alias !== undefined) {
    return { tier: tier ?? alias ?? table.tier, by: said.by, said: said.by, model }
  }
  return { ...table, said: said.by, model }
}

interface Routed {
  readonly chosen: ChosenRoute
  readonly model: Model
}

export function routedModel(routing: Routing, asking: RouteRequest, levels: readonly RouteSource[]): Routed {
  const agent = agentIn(levels)
  const chosen = withoutForeignModel(chooseTier(routing, asking, levels), asking)
  // Models by tier are those of the run's own agent; another one keeps its own until the configuration names one for
  // it.
  const model =
    agent === undefined || chosen.model !== undefined
      ? modelFor(routing, chosen)
      : { ...ownModel(routing, agent.value), reason: `model=own by agent:${agent.value}` }
  return { chosen, model }
}

/** The route with its replacement model; unchanged if there is no further step. */
export function shifted(routing: Routing, { shift }: RouteRequest, routed: Routed): Routed {
  const stand = shift === undefined ? undefined : standAfter(routing, routed, shift)
  if (shift === undefined || stand === undefined || stand.model === nameOf(routed.model)) return routed
  const why = [...(shift.tiersUp === 0 ? [] : ['overflow']), ...(shift.otherModels === 0 ? [] : ['refusal'])].join(
    ' and ',
  )
  return {
    chosen: { tier: stand.tier, by: `${why}, instead of ${routed.chosen.tier}` },
    model: modelOfTier(routing, stand.tier),
  }
}

function standAfter(routing: Routing, { chosen: { tier }, model }: Routed, shift: Shift): Stand | undefined {
  return shiftedBy(shift, { tier, model: nameOf(model) }, (other) => nameOf(modelOfTier(routing, other)))
}

/** What was asked, and the alternatives: one more tier up, one more other model. */
export function insteadOf(
  routing: Routing,
  asking: RouteRequest,
): { now: string | Sentence; higher?: string; other?: string } {
  const levels = routeSources(routing, asking)
  const routed = routedModel(routing, asking, levels)
  const { tiersUp, otherModels } = asking.shift ?? { tiersUp: 0, otherModels: 0 }
  // Models by tier are those of the run's own agent: another one has no alternatives.
  const after = (shift: Shift): string | undefined =>
    agentIn(levels) === undefined ? wordsOf(standAfter(routing, routed, shift)) : undefined
  const now = after({ tiersUp, otherModels }) ?? nameOf(routed.model) ?? say('model.agentsOwn')
  const higher = after({ tiersUp: tiersUp + 1, otherModels })
  const other = after({ tiersUp, otherModels: otherModels + 1 })
  return {
    now,
    ...(higher === undefined || higher === now ? {} : { higher }),
    ...(other === undefined || other === now ? {} : { other }),
  }
}

function wordsOf(stand: Stand | undefined): string | undefined {
  return stand?.model === undefined ? undefined : `${stand.tier} (${stand.model})`
}

/** A model that was named for the limited agent means nothing to its replacement. */
function withoutForeignModel(chosen: ChosenRoute, { instead }: RouteRequest): ChosenRoute {
  if (instead === undefined || instead.setting.model !== undefined) return chosen
  const { model: _, ...rest } = chosen
  return rest
}
