/** Plant: a moved base is merged and recorded, and nobody runs the checks on it. */
import { bringBase as production, type SyncEnd, type SyncParts } from '#engine/perform/sync.ts'

export * from '#engine/perform/sync.ts'

export function bringBase(parts: SyncParts): Promise<SyncEnd> {
  return production({ ...parts, commands: [] })
}
