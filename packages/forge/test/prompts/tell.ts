/** What `forge prompt` would show of a run in a project. */
import type { PromptView } from '#forge/look/prompt.ts'
import { must, type Project } from '../handover/stage.ts'

export async function tell(
  project: Project,
  unit: string,
  phase: string,
  which: 'next' | 'sent' = 'next',
): Promise<PromptView> {
  const forge = project.open()
  const { state } = must(await forge.readRun(project.run))
  const told = must(await forge.prompt(state, { unit, phase, which }))
  await forge.close()
  return told
}
