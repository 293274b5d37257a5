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
  const told = must(await forge.prompt(project.run, { unit, phase, which }))
  await forge.close()
  return told
}
