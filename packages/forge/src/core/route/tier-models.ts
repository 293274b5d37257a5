/** The model of a tier: the configuration's, else the environment's, else the one Forge knows of the agent. */
import { defined } from '#model/defined.ts'
import type { Routing, Tier } from '#model/route.ts'
import { aliasOf, tierOfAlias } from './models.ts'

/** A tier, and a model that was named for it, alias or id, and by which source. */
interface Named {
  readonly tier: Tier
  readonly model?: string
  readonly said?: string
}

export interface Model {
  readonly model?: string
  readonly resolved?: string
  readonly reason: string
}

export function modelFor(routing: Routing, { tier, model, said }: Named): Model {
  if (model === undefined) return modelOfTier(routing, tier)
  const alias = tierOfAlias(model)
  if (alias === undefined) return { model, reason: `model=${model} by ${said ?? 'default'}` }
  return named(model, modelOfTier(routing, alias), said ?? 'default')
}

/** The agent gets a configured alias as it is, unless Forge knows what it stands for. */
function named(alias: string, { model, resolved, reason }: Model, said: string): Model {
  const known = model ?? resolved
  if (known === undefined) return { model: alias, reason: `model=${alias} by ${said}` }
  const isToldAsId = model !== undefined && tierOfAlias(model) === undefined
  if (isToldAsId) return { model, reason: `model=${model} by ${said}:${alias}, ${reason.split(' by ')[1] ?? ''}` }
  return { model: alias, resolved: resolved ?? known, reason: `model=${alias} by ${said}` }
}

/**
 * The configuration's model of a tier, else the environment's, else the one Forge knows of the agent, else the agent's
 * own.
 */
export function modelOfTier(routing: Routing, tier: Tier): Model {
  const configured = routing.models[tier]
  if (configured !== undefined) return { model: configured, reason: `model=${configured} by models.${tier}` }
  const { cluster } = routing
  if (cluster.kind === 'single') return { resolved: cluster.model, reason: 'model=own by cluster:single' }
  if (cluster.kind === 'tiered') {
    const alias = aliasOf[tier]
    const resolved = cluster.models[tier] ?? (tier === 'max' ? cluster.models.heavy : undefined)
    return { model: alias, ...defined({ resolved }), reason: `model=${alias} by cluster:tiered` }
  }
  const canonical = routing.canonical[tier]
  return canonical === undefined
    ? { ...ownModel(routing, ''), reason: 'model=own by cluster:unknown' }
    : { model: canonical, reason: `model=${canonical} by cluster:unknown` }
}

/** The model of an agent that is given none: known if its own name says it. */
export function ownModel({ own }: Routing, agent: string): Pick<Model, 'resolved'> {
  const model = own?.[agent] ?? undefined
  return defined({ resolved: model })
}

/** Its real name, where that is known. */
export function nameOf({ model, resolved }: Model): string | undefined {
  return resolved ?? model
}
