/**
 * The one router: role or phase → tier → model → effort (U-10).
 *
 * Who may say something, first word wins: the configuration's override of the phase, then of the role; the preset's phase; the
 * unit; the persona; the table of roles. Nobody said a model: the tier's. The tier has none: the agent keeps its own.
 * A model named lower down never beats a tier named higher up: the first that says either decides both.
 */
import type { AgentPhase } from '#model/phase.ts'
import type { Effort, Route, RouteHint, RouteSetting, Routing, Tier } from '#model/route.ts'
import { aliasOf, clampEffort, tierOfAlias, tierOfWord } from './models.ts'

/** Who asks. */
export interface Asking {
  readonly role: string
  readonly phase?: string
  /** What the preset says about the phase. */
  readonly ofPhase?: RouteHint | undefined
  readonly ofUnit?: RouteHint | undefined
  /** Who works instead of whoever was wanted, because that one has nothing left; and why. */
  readonly instead?: { readonly setting: RouteSetting; readonly why: string } | undefined
}

/** What a phase of a preset says about its route. */
export function hintOf({ model, tier, effort }: Pick<AgentPhase, 'model' | 'tier' | 'effort'>): RouteHint {
  const known = tier === undefined ? undefined : tierOfWord(tier)
  return {
    ...(model === undefined ? {} : { model }),
    ...(known === undefined ? {} : { tier: known }),
    ...(effort === undefined ? {} : { effort }),
  }
}

/** One place where something may be said about a route, and what was. */
export interface Level {
  readonly level: string
  readonly said: RouteSetting
}

/** All places that were asked, first one first, the silent ones too. */
export function levelsOf(routing: Routing, { role, phase, ofPhase, ofUnit, instead }: Asking): readonly Level[] {
  const inConfig = (name: string): RouteSetting => routing.overrides[name] ?? {}
  return [
    ...(instead === undefined ? [] : [{ level: `fallback, ${instead.why}`, said: instead.setting }]),
    ...(phase === undefined || phase === role ? [] : [{ level: `routing.${phase}`, said: inConfig(phase) }]),
    { level: `routing.${role}`, said: inConfig(role) },
    { level: 'phase', said: ofPhase ?? {} },
    { level: 'unit', said: ofUnit ?? {} },
    { level: 'persona', said: routing.personas[role] ?? {} },
    ...(routing.usual === undefined ? [] : [{ level: 'agents', said: routing.usual }]),
  ]
}

/** The agent that somebody named, and who did. */
export function agentIn(levels: readonly Level[]): Said<string> | undefined {
  return first(levels, ({ agent }) => agent)
}

/** How long an attempt may take and be silent, where the configuration says so. */
export function limitsIn(levels: readonly Level[]): { readonly wallMs?: number; readonly idleMs?: number } {
  const [wallMs, idleMs] = [first(levels, (said) => said.wallMs), first(levels, (said) => said.idleMs)]
  return {
    ...(wallMs === undefined ? {} : { wallMs: wallMs.value }),
    ...(idleMs === undefined ? {} : { idleMs: idleMs.value }),
  }
}

export function routeOf(routing: Routing, asking: Asking): Route {
  const levels = levelsOf(routing, asking)
  const agent = agentIn(levels)
  const chosen = withoutForeignModel(chooseTier(routing, asking, levels), asking)
  // Models by tier are those of the run's own agent; another one keeps its own until one is named for it.
  const model =
    agent === undefined || chosen.model !== undefined
      ? modelFor(routing, chosen)
      : { reason: `model=own by agent:${agent.value}` }
  const effort = effortFor(routing, levels, { tier: chosen.tier, model: model.resolved ?? model.model })
  const bounds = boundsIn(levels)
  return {
    ...(agent === undefined ? {} : { agent: agent.value }),
    tier: chosen.tier,
    ...(model.model === undefined ? {} : { model: model.model }),
    ...(model.resolved === undefined ? {} : { resolved: model.resolved }),
    ...(effort.effort === undefined ? {} : { effort: effort.effort }),
    ...bounds.set,
    reasons: [
      ...(agent === undefined ? [] : [`agent=${agent.value} by ${agent.by}`]),
      `tier=${chosen.tier} by ${chosen.by}`,
      model.reason,
      effort.reason,
      ...bounds.reasons,
    ].map((reason) => reason.slice(0, 500)),
  }
}

/** A model that was named for whoever has nothing left means nothing to somebody else. */
function withoutForeignModel(chosen: Chosen, { instead }: Asking): Chosen {
  if (instead === undefined || instead.setting.model !== undefined) return chosen
  const { model: _, ...rest } = chosen
  return rest
}

/** How far it may go: each by the first who says something about it. */
function boundsIn(levels: readonly Level[]): {
  readonly set: Pick<Route, 'thinking' | 'tools' | 'turns' | 'dollars' | 'mcpServers'>
  readonly reasons: readonly string[]
} {
  const thinking = first(levels, (said) => said.thinking)
  const tools = first(levels, (said) => said.tools)
  const turns = first(levels, (said) => said.turns)
  const dollars = first(levels, (said) => said.dollars)
  const servers = first(levels, (said) => said.mcpServers)
  const { wallMs, idleMs } = limitsIn(levels)
  return {
    set: {
      ...(thinking === undefined ? {} : { thinking: thinking.value }),
      ...(tools === undefined ? {} : { tools: tools.value }),
      ...(turns === undefined ? {} : { turns: turns.value }),
      ...(dollars === undefined ? {} : { dollars: dollars.value }),
      ...(servers === undefined ? {} : { mcpServers: servers.value }),
    },
    reasons: [
      ...(thinking === undefined ? [] : [`thinking=${thinking.value} by ${thinking.by}`]),
      ...(tools === undefined ? [] : [`tools=${tools.value.join('+')} by ${tools.by}`]),
      ...(turns === undefined ? [] : [`turns=${turns.value} by ${turns.by}`]),
      ...(dollars === undefined ? [] : [`dollars=${dollars.value} by ${dollars.by}`]),
      ...(servers === undefined ? [] : [`mcpServers=${servers.value.join('+')} by ${servers.by}`]),
      ...(wallMs === undefined ? [] : [`wallMs=${wallMs} by ${first(levels, (said) => said.wallMs)?.by ?? ''}`]),
      ...(idleMs === undefined ? [] : [`idleMs=${idleMs} by ${first(levels, (said) => said.idleMs)?.by ?? ''}`]),
    ],
  }
}

interface Said<T> {
  readonly value: T
  readonly by: string
}

function first<T>(levels: readonly Level[], pick: (said: RouteSetting) => T | undefined): Said<T> | undefined {
  for (const { level, said } of levels) {
    const value = pick(said)
    if (value !== undefined) return { value, by: level }
  }
  return undefined
}

interface Chosen {
  readonly tier: Tier
  /** Who decided, in full. */
  readonly by: string
  /** The level that decided, if one did. */
  readonly said?: string
  /** A model that was named, alias or id. */
  readonly model?: string
}

function chooseTier(routing: Routing, { role }: Asking, levels: readonly Level[]): Chosen {
  const said = first(levels, (hint) => (hint.tier === undefined && hint.model === undefined ? undefined : hint))
  const ofRole = Object.hasOwn(routing.tiers, role) ? routing.tiers[role] : undefined
  const table: Chosen =
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

interface Model {
  readonly model?: string
  readonly resolved?: string
  readonly reason: string
}

function modelFor(routing: Routing, { tier, model, said }: Chosen): Model {
  if (model === undefined) return modelOfTier(routing, tier)
  const alias = tierOfAlias(model)
  if (alias === undefined) return { model, reason: `model=${model} by ${said ?? 'default'}` }
  return named(model, modelOfTier(routing, alias), said ?? 'default')
}

/** An alias that somebody wrote is what the agent is told, unless it is known here what it stands for. */
function named(alias: string, { model, resolved, reason }: Model, said: string): Model {
  const known = model ?? resolved
  if (known === undefined) return { model: alias, reason: `model=${alias} by ${said}` }
  const isToldAsId = model !== undefined && tierOfAlias(model) === undefined
  if (isToldAsId) return { model, reason: `model=${model} by ${said}:${alias}, ${reason.split(' by ')[1] ?? ''}` }
  return { model: alias, resolved: resolved ?? known, reason: `model=${alias} by ${said}` }
}

/** The configuration's model of a tier, else what the environment says, else what the agent is known to have, else its own. */
function modelOfTier(routing: Routing, tier: Tier): Model {
  const configured = routing.models[tier]
  if (configured !== undefined) return { model: configured, reason: `model=${configured} by models.${tier}` }
  const { cluster } = routing
  if (cluster.kind === 'single') return { resolved: cluster.model, reason: 'model=own by cluster:single' }
  if (cluster.kind === 'tiered') {
    const alias = aliasOf[tier]
    const resolved = cluster.models[tier] ?? (tier === 'max' ? cluster.models.heavy : undefined)
    return { model: alias, ...(resolved === undefined ? {} : { resolved }), reason: `model=${alias} by cluster:tiered` }
  }
  const canonical = routing.canonical[tier]
  return canonical === undefined
    ? { reason: 'model=own by cluster:unknown' }
    : { model: canonical, reason: `model=${canonical} by cluster:unknown` }
}

function effortFor(
  routing: Routing,
  levels: readonly Level[],
  { tier, model }: { readonly tier: Tier; readonly model: string | undefined },
): { readonly effort: Effort | undefined; readonly reason: string } {
  const said = first(levels, ({ effort }) => effort)
  const wanted = said?.value ?? routing.efforts[tier]
  const by = said?.by ?? `tier:${tier}`
  const { effort, by: row } = clampEffort(wanted, model, routing.capabilities)
  if (row === undefined) return { effort, reason: `effort=${wanted} by ${by}` }
  return { effort, reason: `effort=${effort ?? 'none'} by ${by}, clamped from ${wanted} by family:${row.family}` }
}
