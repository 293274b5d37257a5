/** Plant: the user's branch is moved, and their checkout and index stay behind. */
import { land as production, type LandCommand } from '#engine/perform/land.ts'
import type { UserWorld } from '#engine/perform/publish.ts'

export * from '#engine/perform/land.ts'

export function land(world: UserWorld, run: string, command: LandCommand): ReturnType<typeof production> {
  const user: UserWorld['user'] = { ...world.user, turnCheckout: () => Promise.resolve('turned') }
  return production({ ...world, user }, run, command)
}
