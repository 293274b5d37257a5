/** What the last trial of an agent on this machine took: the best estimate for the next trial. */
import { join } from 'node:path'
import { z } from 'zod'
import { replacePrivate, textOf } from '#adapters/files/plain.ts'
import type { Environment } from '#forge/place/places.ts'
import { splitAgent } from '#forge/world/agents/kinds.ts'

const Probe = z.strictObject({
  at: z.number().int().nonnegative(),
  tokens: z.number().int().nonnegative(),
  costMicros: z.number().int().nonnegative(),
  estimatedMicros: z.number().int().nonnegative().default(0),
  durationMs: z.number().int().nonnegative(),
  /** Measured by Forge's own meter, or reported by the agent. */
  source: z.enum(['metered', 'reported', 'estimated']),
})
export type Probe = z.infer<typeof Probe>

const Probes = z.record(z.string(), Probe)

/** Forge's state that belongs to no repository. */
export function ownState(env: Environment, home: string): string {
  return join(env['XDG_STATE_HOME'] ?? join(home, '.local/state'), 'forge')
}

export function readProbes(state: string): Readonly<Record<string, Probe>> {
  try {
    return Probes.catch({}).parse(JSON.parse(textOf(join(state, 'probes.json')) ?? ''))
  } catch {
    return {}
  }
}

/** By the agent's kind: another program or model of the same kind takes about the same. */
export function keepProbe(state: string, agent: string, probe: Probe): void {
  const file = join(state, 'probes.json')
  const probes = { ...readProbes(state), [splitAgent(agent)[0]]: probe }
  replacePrivate(file, `${JSON.stringify(probes, null, 2)}\n`)
}
