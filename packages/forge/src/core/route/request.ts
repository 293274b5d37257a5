/** What a phase of a unit asks the router, and which agent it wants. */
import type { AgentPhase } from '#model/phase.ts'
import type { RouteHint } from '#model/route.ts'
import type { RunState, UnitState } from '#core/state/state.ts'
import { agentIn, hintOf, routeSources, type RouteRequest } from './sources.ts'

export function routeRequestOf(unit: UnitState, phase: AgentPhase): RouteRequest {
  const { tiersUp = 0, otherModels = 0 } = unit.phases[phase.name] ?? {}
  return {
    role: phase.role,
    phase: phase.name,
    ofPhase: hintOf(phase),
    ofUnit: wishOf(unit, phase),
    ...(tiersUp + otherModels === 0 ? {} : { shift: { tiersUp, otherModels } }),
  }
}

/** Undefined: the run's own agent. */
export function routedAgent({ spec }: RunState, unit: UnitState, phase: AgentPhase): string | undefined {
  const routing = spec?.routing
  return routing === undefined ? undefined : agentIn(routeSources(routing, routeRequestOf(unit, phase)))?.value
}

/** How hard the work is determines who should do it, not who should judge it. */
function wishOf({ spec }: UnitState, { yields }: AgentPhase): RouteHint | undefined {
  if (spec.route !== undefined || spec.complexity === undefined || yields !== 'work') return spec.route
  return { tier: spec.complexity }
}
