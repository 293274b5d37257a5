/** Trees in a known state, and the ONE function through which Forge ever deletes one (I-28, R-45). */
import { say, truncated } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import type { Oid } from '#model/ids.ts'
import type { Content, World } from '#engine/ports.ts'

/** A tree with exactly the content of the commit, made or reset. */
export async function prepareTree(world: World, tree: string, commit: Oid): Promise<'ready' | 'disk'> {
  const made = await world.trees.make(tree, commit)
  if (made !== 'exists') return made === 'made' ? 'ready' : 'disk'
  const reset = await world.trees.reset(tree, commit)
  return reset === 'reset' ? 'ready' : 'disk'
}

/** The tree as its last agent left it, if it still exists; else with exactly the content of the commit. */
export async function continueTree(world: World, tree: string, commit: Oid): Promise<'as-left' | 'ready' | 'disk'> {
  const made = await world.trees.make(tree, commit)
  if (made === 'exists') return 'as-left'
  return made === 'made' ? 'ready' : 'disk'
}

/** A tree that is ready for work or checks; otherwise the failure that says why not. */
export async function equipTree(world: World, tree: string, content: Content): Promise<Failure | undefined> {
  const equipped = await world.equipment.prepare(tree, content)
  return equipped === 'ready'
    ? undefined
    : { tag: 'blocked', text: say('tree.setupFailed', { why: truncated(equipped.unready, 20_000) }), why: 'tooling' }
}

/**
 * Remove a tree only when everything in it is proved to be kept: no process runs in it any more, and its content is the
 * tree of a commit that a Forge ref reaches. Without that proof it is moved aside, where a human finds it.
 */
export async function discardTree(world: World, tree: string, kept: Oid | undefined): Promise<'removed' | 'aside'> {
  await world.processes.sweepTree(tree)
  const content = await world.trees.snapshot(tree)
  if (content === 'missing') return 'removed'
  if (kept === undefined || (await world.git.treeOf(kept)) !== content) {
    await world.trees.moveAside(tree)
    return 'aside'
  }
  await world.equipment.dismantle(tree)
  await world.trees.remove(tree)
  return 'removed'
}

/** A commit that a ref reaches, or nothing: what is not reachable proves nothing. */
export async function reachableFrom(world: World, ref: string, commit: Oid | undefined): Promise<Oid | undefined> {
  const tip = await world.git.resolveRef(ref)
  if (tip === undefined || commit === undefined) return undefined
  return (await world.git.isAncestor(commit, tip)) ? commit : undefined
}
