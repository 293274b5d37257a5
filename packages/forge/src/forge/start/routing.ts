/** The inputs of a run's routes: configuration, the agent's own models, and the environment, read here once. */
import type { Config } from '#config/load.ts'
import type { Settings } from '#config/schema.ts'
import { clusterOf } from '#core/route/cluster.ts'
import { hintOf, routeSources, type RouteRequest, type RouteSource } from '#core/route/sources.ts'
import { routeOf } from '#core/route/route.ts'
import { raw, say } from '#messages/said.ts'
import type { Route, Routing } from '#model/route.ts'
import type { Template } from '#model/run.ts'
import { templateOf } from '#presets/templates.ts'
import { agentModels, capabilities, roleTiers, tierEfforts } from '#presets/routing.ts'
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'
import { findKind, ownModelsOf, splitAgent } from '#forge/world/agents/kinds.ts'
import type { Environment, Repository } from '#forge/place/places.ts'
import { listPresets, type PresetEntry } from './presets.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { ReadRun } from '#forge/look/run.ts'
import { wishOf } from './prompt-texts.ts'

export function routingOf({ agent, agents, models, routing }: Settings, env: Environment): Routing {
  const [name = ''] = (agent ?? '').split(':')
  const known = Object.hasOwn(agentModels, name) ? agentModels[name] : undefined
  return {
    // The three variables name models that only some agents know.
    cluster: known?.knowsAliases === true ? clusterOf(env) : { kind: 'unknown' },
    // An endpoint of its own has models of its own.
    models: hasOwnEndpoint(agent) ? {} : models,
    canonical: known?.canonical ?? {},
    own: ownModelsOf(agent, othersOf({ agents, routing })),
    overrides: routing,
    ...(Object.keys(agents.usual).length === 0 ? {} : { usual: agents.usual }),
    personas: {},
    tiers: { ...roleTiers },
    efforts: { ...tierEfforts },
    capabilities: [...capabilities],
  }
}

function hasOwnEndpoint(agent: string | undefined): boolean {
  const [name, argument] = splitAgent(agent ?? '')
  return findKind(name)?.hasOwnEndpoint?.(argument) === true
}

/** Other agents that routes name. */
export function othersOf({ routing, agents }: Pick<Settings, 'routing' | 'agents'>): readonly string[] {
  return [...Object.values(routing), ...agents.fallback].flatMap((one) => one.agent ?? [])
}

/** A route, and every setting that could have decided it. */
export interface TracedRoute {
  readonly asking: RouteRequest
  readonly route: Route
  readonly cluster: Routing['cluster']
  readonly levels: readonly RouteSource[]
}

function traceRoute(routing: Routing, asking: RouteRequest): TracedRoute {
  return { asking, route: routeOf(routing, asking), cluster: routing.cluster, levels: routeSources(routing, asking) }
}

/** Every phase and role of this name in these templates; the name alone when there is none. */
function askingsFor(name: string, templates: Readonly<Record<string, Template>>): readonly RouteRequest[] {
  const phases = Object.values(templates).flatMap((template) => template.phases)
  const found = phases.flatMap((phase): RouteRequest[] =>
    phase.kind === 'agent' && (phase.name === name || phase.role === name)
      ? [{ role: phase.role, phase: phase.name, ofPhase: hintOf(phase) }]
      : [],
  )
  return found.length === 0 ? [{ role: name }] : found
}

/** The same in every preset that can be run here, without duplicates: what the next run would request. */
function askingsInPresets(name: string, presets: readonly PresetEntry[]): readonly RouteRequest[] {
  const askings = presets.flatMap(({ preset }) => {
    if (!preset.ok) return []
    const templates = Object.entries(preset.value.templates).map(
      ([key, written]) => [key, templateOf(written)] as const,
    )
    return askingsFor(name, Object.fromEntries(templates)).filter(({ phase }) => phase !== undefined)
  })
  const distinct = new Map(askings.map((asking) => [JSON.stringify(asking), asking]))
  return distinct.size === 0 ? [{ role: name }] : [...distinct.values()]
}

/** An unknown name counts as a future role, unless it is plainly a misspelling of a known one. */
function misspelt(name: string, askings: readonly RouteRequest[], routing: Routing, presets: readonly PresetEntry[]) {
  const isKnown = askings.some(({ phase }) => phase !== undefined) || Object.hasOwn(routing.overrides, name)
  if (isKnown || Object.hasOwn(routing.tiers, name)) return undefined
  const phases = presets.flatMap(({ preset }) =>
    preset.ok ? Object.values(preset.value.templates).flatMap((template) => template.phases) : [],
  )
  const names = phases.flatMap((phase) => (phase.kind === 'agent' ? [phase.name, phase.role] : []))
  const meant = nearest(name, [...new Set([...names, ...Object.keys(routing.tiers)])])
  if (meant === undefined) return undefined
  return usageRefusal('unknown-phase', say('phase.noSuchPhaseOrRole', { name }), say('hint.didYouMeanThis', { meant }))
}

export interface RouteQuestion {
  /** The run whose recorded routing is used. */
  readonly run?: string
  /** Flags of the configuration, for the next run. */
  readonly flags?: Readonly<Record<string, unknown>>
}

export interface RouteSources {
  readonly env: Environment
  readonly config: (flags?: RouteQuestion['flags']) => Promise<Result<Config, Refusal>>
  readonly repository: () => Result<Repository, Refusal>
  readonly readRun: (run: string) => Promise<Result<ReadRun, Refusal>>
}

export async function findRoutes(
  { env, config, repository, readRun }: RouteSources,
  name: string,
  { run, flags }: RouteQuestion,
): Promise<Result<readonly TracedRoute[], Refusal>> {
  if (run === undefined) {
    const settings = await config(flags)
    if (!settings.ok) return settings
    const [own, found] = [settings.value.settings, repository()]
    const root = found.ok ? found.value.root : undefined
    const presets = listPresets(root, settings.value)
    const askings = askingsInPresets(name, presets)
    const refused = misspelt(name, askings, routingOf(own, env), presets)
    if (refused !== undefined) return failed(refused)
    return success(
      askings.map((asking) => {
        const personas = root === undefined ? {} : wishOf(asking.role, root, own.prompts)
        return traceRoute({ ...routingOf(own, env), personas }, asking)
      }),
    )
  }
  const read = await readRun(run)
  if (!read.ok) return read
  const { spec } = read.value.state
  const routing = spec?.routing
  if (spec === undefined || routing === undefined)
    return failed(refusal('no-routing', say('run.startedWithoutModels', { run }), raw(`forge route ${name}`)))
  return success(askingsFor(name, spec.templates).map((asking) => traceRoute(routing, asking)))
}
