/** Names of models: aliases of tiers, the efforts of a family, and whether two names mean one model. */
import type { Capability, Effort, Route, Tier } from '#model/route.ts'

/** The alias by which agents know a tier; `max` uses that of `heavy` where only aliases are known. */
export const aliasOf: Readonly<Record<Tier, string>> = {
  light: 'haiku',
  standard: 'sonnet',
  heavy: 'opus',
  max: 'opus',
}

const tiersByAlias: Readonly<Record<string, Tier>> = { haiku: 'light', sonnet: 'standard', opus: 'heavy' }

/** The tier that a model's name is an alias of. */
export function tierOfAlias(model: string): Tier | undefined {
  return Object.hasOwn(tiersByAlias, model) ? tiersByAlias[model] : undefined
}

/** A tier by its own name or by its alias; undefined for any other word. */
export function tierOfWord(word: string): Tier | undefined {
  return Object.hasOwn(aliasOf, word) ? (word as Tier) : tierOfAlias(word)
}

const scale: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']

/** The effort that a model really supports; and the row that reduced it, if one did. */
export function clampEffort(
  wanted: Effort,
  model: string | undefined,
  capabilities: readonly Capability[],
): { readonly effort: Effort | undefined; readonly by?: Capability } {
  const row = model === undefined ? undefined : capabilities.find(({ family }) => model.toLowerCase().includes(family))
  if (row === undefined) return { effort: wanted }
  if (row.effort === undefined) return { effort: undefined, by: row }
  return scale.indexOf(wanted) <= scale.indexOf(row.effort) ? { effort: wanted } : { effort: row.effort, by: row }
}

/**
 * Whether an agent that reports `launched` runs what it was routed to. Providers add their name before a model and a
 * date or a window behind it; an alias without a known model matches any model that has it in its name.
 */
export function isAsRouted(route: Pick<Route, 'model' | 'resolved'>, launched: string): boolean {
  const wanted = route.resolved ?? route.model
  if (wanted === undefined) return true
  const [asked, found] = [bareName(wanted), bareName(launched)]
  return asked === found || (tierOfAlias(asked) !== undefined && found.includes(asked))
}

/** `anthropic/Claude-X-20260301[1m]` → `claude-x` */
function bareName(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? model
  return name
    .replace(/\[[^\]]*\]$/u, '')
    .replace(/@.*$/u, '')
    .replace(/-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/u, '')
}
