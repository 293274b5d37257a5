/** Plant: a refused compare-and-swap is taken for a moved base, without looking whether the merge is already there. */
import type { TaskOf } from '#model/attempt.ts'
import { failedWith, performed, refs, type Performed, type Performing } from '#engine/perform/perform-context.ts'

export * from '#engine/perform/merge.ts'

export async function merge(at: Performing, task: TaskOf<'merge'>): Promise<Performed> {
  const { git } = at.site.world
  const ref = refs.integration(at.site.run)
  const updated = await git.updateRef(ref, task.commit, task.tip)
  if (updated === 'updated') return performed({ status: 'merged', commit: task.commit, tip: task.commit })
  return failedWith({ tag: 'moved', tip: (await git.resolveRef(ref)) ?? task.tip })
}
