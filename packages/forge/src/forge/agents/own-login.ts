/** Agents that would use a login of their own, and hence need the internet whatever the configuration says of the network. */
import { holdsKey } from '#forge/metering.ts'
import type { Environment } from '#forge/places.ts'
import { findKind, splitAgent } from './kinds.ts'

export interface Keys {
  readonly env?: Environment
  /** What accounts have instead, by name. */
  readonly accounts?: Readonly<Record<string, Environment>>
}

export function withOwnLogin(agents: readonly string[], { env = {}, accounts = {} }: Keys): readonly string[] {
  const layers = [...Object.values(accounts), env]
  return [...new Set(agents)].filter((agent) => {
    const reaches = findKind(splitAgent(agent)[0])?.reaches ?? 'nothing'
    return reaches === 'its own' || (reaches !== 'nothing' && !holdsKey(layers, reaches))
  })
}
