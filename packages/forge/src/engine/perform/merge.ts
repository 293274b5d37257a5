/**
 * Move the integration ref to the prepared commit by compare-and-swap. Probe before repeat: a merge that a lost
 * performance already made is found by its trailer and never made again (I-26). Another commit with that trailer does
 * not count.
 */
import type { TaskOf } from '#model/attempt.ts'
import type { Oid } from '#model/ids.ts'
import type { World } from '#engine/ports.ts'
import { failedWith, performed, refs, type Performed, type Performing } from './perform-context.ts'

export async function merge(at: Performing, task: TaskOf<'merge'>): Promise<Performed> {
  const { world, run } = at.site
  const ref = refs.integration(run)
  const already = await probeMerge(world, ref, task)
  if (already !== undefined) return already
  if (at.stopped.aborted) return failedWith({ tag: 'interrupted' })
  const updated = await world.git.updateRef(ref, task.commit, task.tip)
  if (updated === 'updated') return mergedAt(task.commit, task.commit)
  if (updated !== 'moved') return failedWith({ tag: 'locked', file: updated.locked })
  return (
    (await probeMerge(world, ref, task)) ??
    failedWith({
      tag: 'moved',
      tip: (await world.git.resolveRef(ref)) ?? task.tip,
      repository: world.git.directory,
    })
  )
}

/** The merge as found in the repository, if it was made. */
export async function probeMerge(world: World, ref: string, task: TaskOf<'merge'>): Promise<Performed | undefined> {
  const tip = await world.git.resolveRef(ref)
  if (tip === undefined || tip === task.tip) return undefined
  const found = await world.git.findTrailer(tip, task.tip, task.trailer)
  return found === task.commit ? mergedAt(found, tip) : undefined
}

function mergedAt(commit: Oid, tip: Oid): Performed {
  return performed({ status: 'merged', commit, tip })
}
