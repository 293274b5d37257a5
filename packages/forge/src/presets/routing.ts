/** What routes are chosen from when nobody says otherwise: tiers of roles, models of agents, what families of models can do. */
import type { Capability, Effort, Tier } from '#model/route.ts'
import { modelTiers } from './model-tiers.ts'

/** Judging is heavy, making is standard, housekeeping is light (S0-09). A role that is not here is standard. */
export const roleTiers: Readonly<Record<string, Tier>> = {
  'review-plan': 'heavy',
  'review-code': 'heavy',
  validate: 'heavy',
  approve: 'heavy',
  plan: 'standard',
  implement: 'standard',
  'update-plan': 'standard',
  'update-impl': 'standard',
  commit: 'light',
  writeback: 'light',
  planner: 'heavy',
  reviewer: 'heavy',
  advisor: 'heavy',
  worker: 'standard',
}

export const tierEfforts: Readonly<Record<Tier, Effort>> = {
  light: 'low',
  standard: 'medium',
  heavy: 'high',
  max: 'xhigh',
}

/** The first row that is in a model's name counts, so the narrower stands before the wider. */
export const capabilities: readonly Capability[] = [
  { family: 'haiku-5', effort: 'max' },
  { family: 'haiku', effort: 'medium' },
  { family: 'sonnet-5', effort: 'max' },
  { family: 'sonnet', effort: 'high' },
  { family: 'opus', effort: 'max' },
  { family: 'fable', effort: 'max' },
  { family: 'codex', effort: 'xhigh' },
  { family: 'gpt-6', effort: 'max' },
  { family: 'gpt-5', effort: 'xhigh' },
  { family: 'gpt-4' },
  { family: 'gemini' },
]

/** What an agent is known to have. An agent that is not here keeps its own model until `models:` names some. */
export interface AgentModels {
  /** Whether it reads the three variables of S0-08 and knows the aliases. */
  readonly knowsAliases: boolean
  readonly canonical: Partial<Record<Tier, string>>
}

const claude: AgentModels = { knowsAliases: true, canonical: modelTiers.anthropic }

/** By the agent's name in the configuration. */
export const agentModels: Readonly<Record<string, AgentModels>> = {
  'claude-code': claude,
  claude,
  codex: { knowsAliases: false, canonical: modelTiers.openai },
  gemini: { knowsAliases: false, canonical: modelTiers.google },
}
