/** Plant: the moved base takes the place of what was merged. */
import { bringBase as production, type SyncEnd, type SyncParts } from '#engine/perform/sync.ts'

export * from '#engine/perform/sync.ts'

export function bringBase(parts: SyncParts): Promise<SyncEnd> {
  const { world } = parts
  const git: typeof world.git = { ...world.git, isAncestor: (_, of) => Promise.resolve(of === parts.base) }
  return production({ ...parts, world: { ...world, git } })
}
