/** The defaults of routing: tiers of roles, models of agents, capabilities of families of models. */
import type { Capability, Effort, Tier } from '#model/route.ts'
import { modelTiers } from './model-tiers.ts'

/** Judging is heavy, making is standard, housekeeping is light (S0-09). A role that is not listed is standard. */
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

/** The first row whose family is in a model's name counts, so narrower ones come first. */
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

/** The known models of an agent. An agent that is not listed keeps its own model until `models:` names some. */
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
