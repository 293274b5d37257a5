/** Chooses the sprint: the named one, or the only one, other runs aside; of several, the only open one. */
import type { Forge, Refusal } from '#forge.ts'
import { success, type Result } from '#model/result.ts'

export async function chooseSprint(forge: Forge, wanted: string | undefined): Promise<Result<string, Refusal>> {
  const chosen = await forge.chooseRun(wanted)
  if (chosen.ok) return success(chosen.value.run)
  const runs = wanted === undefined ? await forge.runs() : undefined
  if (runs?.ok !== true) return chosen
  const sprints: { readonly run: string; readonly isOpen: boolean }[] = []
  for (const { run, status } of runs.value) {
    const view = await forge.view(run)
    if (view.ok && view.value.opens === 'planning') sprints.push({ run, isOpen: status !== 'finished' })
  }
  const open = sprints.filter(({ isOpen }) => isOpen)
  const [only] = open.length > 0 ? open : sprints
  const isOnly = open.length > 0 ? open.length === 1 : sprints.length === 1
  return only !== undefined && isOnly ? success(only.run) : chosen
}
