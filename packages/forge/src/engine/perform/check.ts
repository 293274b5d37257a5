/** Checks run by Forge in a tree of its own at the judged commit: nothing of the agent's tree but what was committed enters. */
import type { TaskOf } from '#model/attempt.ts'
import { failedWith, performed, scratchTree, type Performed, type Performing } from './site.ts'
import { equipTree, prepareTree } from './trees.ts'

export async function check(at: Performing, task: TaskOf<'check'>): Promise<Performed> {
  const { world, run } = at.site
  const tree = scratchTree(run, `${task.unit}.check`)
  if ((await prepareTree(world, tree, task.commit)) === 'disk') return failedWith({ tag: 'disk' })
  const unready = await equipTree(world, tree)
  if (unready !== undefined) return failedWith(unready)
  const end = (): void => void world.processes.sweep(at.key)
  at.stopped.addEventListener('abort', end)
  const results = await world.processes.check(at.key, tree, task)
  at.stopped.removeEventListener('abort', end)
  await world.trees.remove(tree)
  if (at.stopped.aborted) return failedWith({ tag: 'interrupted' })
  return performed({ status: 'checked', results: [...results] })
}
