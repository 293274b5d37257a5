/** The request for a route, and every source that may set something about it, in order of precedence. */
import { render } from '#messages/render.ts'
import type { Said as Sentence } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { AgentPhase } from '#model/phase.ts'
import type { RouteHint, RouteSetting, Routing } from '#model/route.ts'
import { tierOfWord } from './models.ts'
import type { Shift } from './shift.ts'

/** The asking role, phase and unit. */
export interface RouteRequest {
  readonly role: string
  readonly phase?: string
  /** What the preset says about the phase. */
  readonly ofPhase?: RouteHint | undefined
  readonly ofUnit?: RouteHint | undefined
  /** The agent that replaces a wanted one whose accounts are all limited; and why. */
  readonly instead?: { readonly setting: RouteSetting; readonly why: Sentence } | undefined
  /** How far the phase has moved from its route, after models that were too small or refused. */
  readonly shift?: Shift | undefined
}

/**
 * What a phase of a preset says about its route. An unknown tier is standard (S1-30): presets of others may know more
 * of them.
 */
export function hintOf({ model, tier, effort }: Pick<AgentPhase, 'model' | 'tier' | 'effort'>): RouteHint {
  const known = tier === undefined ? undefined : (tierOfWord(tier) ?? 'standard')
  return defined({ model, tier: known, effort })
}

/** One source of settings for a route, and what it says. */
export interface RouteSource {
  readonly level: string
  readonly said: RouteSetting
}

/** All sources in order of precedence, the empty ones too. */
export function routeSources(
  routing: Routing,
  { role, phase, ofPhase, ofUnit, instead }: RouteRequest,
): readonly RouteSource[] {
  const inConfig = (name: string): RouteSetting => routing.overrides[name] ?? {}
  return [
    ...(instead === undefined ? [] : [{ level: `fallback, ${render(instead.why, 'en')}`, said: instead.setting }]),
    ...(phase === undefined || phase === role ? [] : [{ level: `routing.${phase}`, said: inConfig(phase) }]),
    { level: `routing.${role}`, said: inConfig(role) },
    { level: 'phase', said: ofPhase ?? {} },
    { level: 'unit', said: ofUnit ?? {} },
    { level: 'persona', said: routing.personas[role] ?? {} },
    ...(routing.usual === undefined ? [] : [{ level: 'agents', said: routing.usual }]),
  ]
}

/** The agent that a source names, and which source. */
export function agentIn(levels: readonly RouteSource[]): RouteOpinion<string> | undefined {
  return first(levels, ({ agent }) => agent)
}

/** Limits of time and idle time of an attempt, if the configuration sets them. */
export function limitsIn(levels: readonly RouteSource[]): { readonly wallMs?: number; readonly idleMs?: number } {
  const [wallMs, idleMs] = [first(levels, (said) => said.wallMs), first(levels, (said) => said.idleMs)]
  return defined({ wallMs: wallMs?.value, idleMs: idleMs?.value })
}

export interface RouteOpinion<T> {
  readonly value: T
  readonly by: string
}

/** The first source that sets it, with its value. */
export function first<T>(
  levels: readonly RouteSource[],
  pick: (said: RouteSetting) => T | undefined,
): RouteOpinion<T> | undefined {
  for (const { level, said } of levels) {
    const value = pick(said)
    if (value !== undefined) return { value, by: level }
  }
  return undefined
}
