/** Plant: a merge is prepared on whatever the integration ref points to. */
import type { TaskOf } from '#model/attempt.ts'
import { integrate as production } from '#engine/perform/integrate.ts'
import { refs, type Performed, type Performing } from '#engine/perform/site.ts'

export async function integrate(at: Performing, task: TaskOf<'integrate'>): Promise<Performed> {
  const found = await at.site.world.git.resolveRef(refs.integration(at.site.run))
  return production(at, { ...task, tip: found ?? task.tip })
}
