/**
 * Prepare a merge without touching any checkout: three-way merge on the tip, and a commit that names unit and run. Only
 * on the tip of the journal: if the ref is anywhere else, nothing is prepared (I-19).
 */
import { commitMessage } from '#core/next/commit-message.ts'
import type { TaskOf } from '#model/attempt.ts'
import type { Oid } from '#model/ids.ts'
import type { LockedFile, World } from '#engine/ports.ts'
import { pointRef } from './agent.ts'
import { failedWith, performed, refs, type Performed, type Performing } from './perform-context.ts'

export async function integrate(at: Performing, task: TaskOf<'integrate'>): Promise<Performed> {
  const { world, run } = at.site
  const tip = await integrationTip(world, refs.integration(run), task.tip)
  if (typeof tip !== 'string') return failedWith({ tag: 'locked', file: tip.locked })
  if (tip !== task.tip) return failedWith({ tag: 'moved', tip, repository: world.git.directory })
  const merged = await world.git.mergeTree(tip, task.head)
  if ('conflicts' in merged) return failedWith({ tag: 'conflict', paths: merged.conflicts.slice(0, 200) })
  const subject = task.subject ?? `Merge ${task.unit}: ${task.title}`
  const message = commitMessage({ subject, trailers: [task.trailer] })
  const commit = await world.git.commitTree({ tree: merged.tree, parents: [tip, task.head], message, at: task.at })
  const pointed = await pointRef(world, refs.candidate(run, task.unit), commit)
  if (pointed !== 'pointed') return failedWith({ tag: 'locked', file: pointed.locked })
  return performed({ status: 'integrated', tip, tree: merged.tree, commit })
}

/** Where the integration ref is; a missing ref is created again where the log expects it. */
async function integrationTip(world: World, ref: string, expected: Oid): Promise<Oid | LockedFile> {
  const found = await world.git.resolveRef(ref)
  if (found !== undefined) return found
  const made = await world.git.updateRef(ref, expected, undefined)
  if (made === 'updated') return expected
  if (made !== 'moved') return made
  return (await world.git.resolveRef(ref)) ?? expected
}
