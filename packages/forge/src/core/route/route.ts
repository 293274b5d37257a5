/**
 * The one router: role or phase → tier → model → effort (U-10).
 *
 * Sources, the first that sets something wins: the configuration's override of the phase, then of the role; the
 * preset's phase; the unit; the persona; the table of roles. No source names a model: the tier's. The tier has none:
 * the agent keeps its own. A model named lower down never beats a tier named higher up: the first source that sets
 * either decides both.
 */
import { defined } from '#model/defined.ts'
import type { Effort, Route, Routing, Tier } from '#model/route.ts'
import { routedModel, shifted } from './choose.ts'
import { agentIn, first, routeSources, limitsIn, type RouteRequest, type RouteSource } from './sources.ts'
import { clampEffort } from './models.ts'

export function routeOf(routing: Routing, asking: RouteRequest): Route {
  const levels = routeSources(routing, asking)
  const agent = agentIn(levels)
  const { chosen, model } = shifted(routing, asking, routedModel(routing, asking, levels))
  const effort = effortFor(routing, levels, { tier: chosen.tier, model: model.resolved ?? model.model })
  const bounds = boundsIn(levels)
  return {
    ...defined({ agent: agent?.value }),
    tier: chosen.tier,
    ...defined({ model: model.model, resolved: model.resolved, effort: effort.effort }),
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

/** Its limits: each by the first source that sets it. */
function boundsIn(levels: readonly RouteSource[]): {
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
    set: defined({
      thinking: thinking?.value,
      tools: tools?.value,
      turns: turns?.value,
      dollars: dollars?.value,
      mcpServers: servers?.value,
    }),
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

function effortFor(
  routing: Routing,
  levels: readonly RouteSource[],
  { tier, model }: { readonly tier: Tier; readonly model: string | undefined },
): { readonly effort: Effort | undefined; readonly reason: string } {
  const said = first(levels, ({ effort }) => effort)
  const wanted = said?.value ?? routing.efforts[tier]
  const by = said?.by ?? `tier:${tier}`
  const { effort, by: row } = clampEffort(wanted, model, routing.capabilities)
  if (row === undefined) return { effort, reason: `effort=${wanted} by ${by}` }
  return { effort, reason: `effort=${effort ?? 'none'} by ${by}, clamped from ${wanted} by family:${row.family}` }
}
