/** Sentences of Forge that are kept in English, in journals and refusals, and what they are in Brazilian Portuguese. */
import { sentencesOfAgents } from './sentences/agents.ts'
import { sentencesOfForge } from './sentences/forge.ts'
import { sentencesOfPlans } from './sentences/plans.ts'
import { sentencesOfRuns } from './sentences/runs.ts'
import { sentencesOfWorld } from './sentences/world.ts'

export const sentencesPtBR: Readonly<Record<string, string>> = {
  ...sentencesOfRuns,
  ...sentencesOfPlans,
  ...sentencesOfForge,
  ...sentencesOfAgents,
  ...sentencesOfWorld,
}
