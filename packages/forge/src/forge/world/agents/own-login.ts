/**
 * Agents that would use their own login, and hence need the internet whatever the configuration says of the network.
 */
import type { AgentSettings } from '#config/agent-settings.ts'
import { holdsKey } from '#forge/world/meter.ts'
import { say, type Said } from '#messages/said.ts'
import type { Limits } from '#model/budget.ts'
import type { Environment } from '#forge/place/places.ts'
import { reachesOf } from './kinds.ts'

export interface Keys {
  /** The configuration of agents. */
  readonly told?: Pick<AgentSettings, 'programs'> | undefined
  readonly env?: Environment
  /** Variables of accounts that replace the login, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
}

export function withOwnLogin(agents: readonly string[], { env = {}, accounts = {}, told }: Keys): readonly string[] {
  const layers = [...Object.values(accounts), env]
  return [...new Set(agents)].filter((agent) => {
    const reaches = reachesOf(agent, told?.programs)
    return reaches === 'its own' || (reaches !== 'nothing' && !holdsKey(layers, reaches))
  })
}

/** Usage that bypasses the meter counts only if the agent reports it; undefined: no bypass, or no limit. */
export function looseLimits(limits: Partial<Limits> | undefined, ownLogin: readonly string[]): Said | undefined {
  if (limits?.costMicros === undefined && limits?.tokens === undefined) return undefined
  if (ownLogin.length === 0) return undefined
  const who = ownLogin.join(', ')
  return say('limit.ownLoginCanPass', { who })
}
