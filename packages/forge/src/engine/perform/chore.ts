/** Housekeeping: removes trees that are no longer needed. Every removal goes through the proof of `trees.ts`. */
import type { TaskOf } from '#model/attempt.ts'
import type { Command } from '#model/command.ts'
import {
  isScratch,
  performed,
  refs,
  unitOfTree,
  unitTree,
  type Performed,
  type Performing,
  type PerformContext,
} from './perform-context.ts'
import { discardTree, reachableFrom } from './trees.ts'
import { noUsage } from '#model/usage.ts'

export async function removeTree(at: Performing, task: TaskOf<'remove-tree'>): Promise<Performed> {
  const { world, run } = at.site
  const tree = unitTree(run, task.unit)
  const kept = await reachableFrom(world, refs.integration(run), task.head)
  const result = await discardTree(world, tree, kept)
  return performed({
    status: 'tidied',
    removed: result === 'removed' ? [tree] : [],
    aside: result === 'aside' ? [tree] : [],
  })
}

/**
 * The run has ended: scratch trees are removed, units' trees are removed when their work is on a Forge ref, the rest is
 * set aside.
 */
export async function tidyRun(site: PerformContext, command: Extract<Command, { kind: 'tidy' }>): Promise<void> {
  const { world, run } = site
  const removed: string[] = []
  const aside: string[] = []
  for (const tree of await world.trees.list(run)) {
    if (isScratch(tree)) {
      await world.trees.remove(tree)
      removed.push(tree)
    } else if (!command.keep.includes(unitOfTree(run, tree))) {
      const kept = await world.git.resolveRef(refs.work(run, unitOfTree(run, tree)))
      ;((await discardTree(world, tree, kept)) === 'removed' ? removed : aside).push(tree)
    }
  }
  await site.post({
    type: 'attempt.finished',
    id: `${command.key}:end`,
    at: world.clock.wall(),
    key: command.key,
    performance: 1,
    outcome: { status: 'tidied', removed, aside },
    usage: noUsage,
    durationMs: 0,
  })
}
