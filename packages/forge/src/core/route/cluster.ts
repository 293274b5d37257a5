/** What three environment variables say about tiers of models (S0-08). They are read once, when a run starts. */
import { defined } from '#model/defined.ts'
import type { Cluster, Tier } from '#model/route.ts'

/** The variable of each tier; `max` has none. */
export const tierVariables = {
  heavy: 'ANTHROPIC_DEFAULT_OPUS_MODEL',
  standard: 'ANTHROPIC_DEFAULT_SONNET_MODEL',
  light: 'ANTHROPIC_DEFAULT_HAIKU_MODEL',
} as const satisfies Partial<Record<Tier, string>>

/**
 * All three set and equal: one model for everything. The first one set, and not all equal: a model for each tier. The
 * first one not set: nothing is known; a missing answer is not the answer "one model" (D-01).
 */
export function clusterOf(env: Readonly<Record<string, string | undefined>>): Cluster {
  const [heavy, standard, light] = [tierVariables.heavy, tierVariables.standard, tierVariables.light].map((name) =>
    wordIn(env[name]),
  )
  if (heavy === undefined) return { kind: 'unknown' }
  if (heavy === standard && standard === light) return { kind: 'single', model: heavy }
  const models = { heavy, ...defined({ standard, light }) }
  return { kind: 'tiered', models }
}

function wordIn(value: string | undefined): string | undefined {
  const word = value?.trim().slice(0, 200)
  return word === undefined || word === '' ? undefined : word
}
