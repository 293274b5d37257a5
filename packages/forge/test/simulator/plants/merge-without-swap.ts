/** Plant: the ref is moved from wherever it is. */
import type { TaskOf } from '#model/attempt.ts'
import { performed, refs, type Performed, type Performing } from '#engine/perform/perform-context.ts'

export * from '#engine/perform/merge.ts'

export async function merge(at: Performing, task: TaskOf<'merge'>): Promise<Performed> {
  const { git } = at.site.world
  const ref = refs.integration(at.site.run)
  await git.updateRef(ref, task.commit, await git.resolveRef(ref))
  return performed({ status: 'merged', commit: task.commit, tip: task.commit })
}
