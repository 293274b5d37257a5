/** Plant: a tree is removed without proof that its work is kept. */
import type { World } from '#engine/ports.ts'

export * from '#engine/perform/trees.ts'

export async function discardTree(world: World, tree: string): Promise<'removed' | 'aside'> {
  await world.trees.remove(tree)
  return 'removed'
}
