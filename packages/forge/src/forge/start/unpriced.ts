/**
 * Models without a price, before a run spends anything on them. A limit of money cannot hold usage that has no
 * price: Forge refuses the start unless a price is configured, or tokens are limited and models without a price are
 * allowed.
 */
import { configuredPrice, loadPriceBook, type PriceBook } from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import { hintOf } from '#core/route/sources.ts'
import { tierOfAlias } from '#core/route/models.ts'
import { routeOf } from '#core/route/route.ts'
import type { RunState } from '#core/state/state.ts'
import { raw, say, several, type Said } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import type { Price } from '#model/price.ts'
import type { RunSpec } from '#model/run.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

export interface RunModels {
  /** Models that routes resolve to, by their real names. */
  readonly named: readonly string[]
  /** Agents that choose their model themselves; '' is the run's own. */
  readonly choosing: readonly string[]
}

/** The models that the agents of a run will use, as far as that is known before it is planned. */
export function modelsOf({
  routing,
  templates,
  fallback = [],
}: Pick<RunSpec, 'routing' | 'templates' | 'fallback'>): RunModels {
  if (routing === undefined) return { named: [], choosing: [] }
  const phases = Object.values(templates).flatMap((template) => template.phases)
  const routes = phases.flatMap((phase) =>
    phase.kind === 'agent' && phase.effect !== 'off'
      ? [routeOf(routing, { role: phase.role, phase: phase.name, ofPhase: hintOf(phase) })]
      : [],
  )
  const others = fallback.map(({ agent, model }) => ({
    agent,
    model,
    resolved: routing.own?.[agent ?? ''] ?? undefined,
  }))
  const asked = [...routes, ...others].map(({ agent = '', model, resolved }) => ({
    agent,
    model: model === undefined ? resolved : (resolved ?? model),
  }))
  const isKnown = (model: string | undefined): model is string =>
    model !== undefined && tierOfAlias(model) === undefined
  const choosing = asked.filter(({ agent, model }) => !isKnown(model) && routing.own?.[agent] !== null)
  return {
    named: [...new Set(asked.map(({ model }) => model).filter(isKnown))].toSorted(),
    choosing: [...new Set(choosing.map(({ agent }) => agent))].toSorted(),
  }
}

/** Its name, or a text for one without a name. */
type Model = string | Said

interface Priced {
  readonly models: readonly Model[]
  readonly prices: readonly Price[]
  readonly book: PriceBook
  readonly now: number
}

export function unpricedIn({ models, prices, book, now }: Priced): readonly Model[] {
  return models.filter(
    (model) =>
      typeof model !== 'string' ||
      (configuredPrice(model, prices) === undefined && book.find(model, now) === undefined),
  )
}

function listed(models: readonly Model[]): Said {
  return several(
    models.map((model) => (typeof model === 'string' ? raw(model) : model)),
    ', ',
  )
}

export function unpricedRefusal(unpriced: readonly Model[], limits: Limits): Refusal | undefined {
  const isLimited = limits.costMicros !== undefined || limits.unitCostMicros !== undefined
  const [model] = unpriced
  if (!isLimited || model === undefined) return undefined
  const isHeld = limits.tokens !== undefined || limits.unitTokens !== undefined
  if (limits.unpriced === 'allowed' && isHeld) return undefined
  const hint = say('price.writeOrAllowUnpriced', { row: configurationRow(model) })
  return usageRefusal('unpriced', say('price.limitedButUnpriced', { models: listed(unpriced) }), hint)
}

function configurationRow(model: Model): Said {
  const [input, output] = [say('placeholder.dollarsPerMillion'), say('placeholder.dollars')]
  const name = typeof model === 'string' ? raw(JSON.stringify(model)) : several([raw('"'), model, raw('"')], '')
  return several([raw('prices: { '), name, raw(': { input: '), input, raw(', output: '), output, raw(' } }')], '')
}

/** The warning at the start of a run that is not refused. */
export function unpricedWarning(unpriced: readonly Model[]): Said | undefined {
  if (unpriced.length === 0) return undefined
  return say('price.countedInTokensOnly', { models: listed(unpriced) })
}

interface Starting {
  readonly config: Pick<Config, 'settings'>
  readonly now: () => number
  readonly say: (said: Said) => void
}

/** Warns, or refuses where money is limited, before anything is written or spent. `spec` is that of a new run. */
export async function pricedOrRefused(
  { config, now, say: tell }: Starting,
  spec: RunSpec | undefined,
  resumed: RunState | undefined,
): Promise<Refusal | undefined> {
  const known = spec ?? resumed?.spec
  if (known === undefined) return undefined
  const met = resumed?.cutOff?.unpriced
  const models = [...new Set([...modelsOf(known).named, ...(met === undefined ? [] : [met])])]
  if (models.length === 0) return undefined
  const prices = [...config.settings.prices, ...(known.prices ?? [])]
  const unpriced = unpricedIn({ models, prices, book: await loadPriceBook(), now: now() })
  const refused = unpricedRefusal(unpriced, spec?.limits ?? resumed?.limits ?? known.limits)
  const warning = unpricedWarning(unpriced)
  if (refused === undefined && warning !== undefined) tell(warning)
  return refused
}
