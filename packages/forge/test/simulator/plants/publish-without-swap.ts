/** Plant: the branch of the run is moved wherever it is by then. */
import { publish as production, type PublishCommand, type UserWorld } from '#engine/perform/publish.ts'

export * from '#engine/perform/publish.ts'

export function publish(world: UserWorld, run: string, command: PublishCommand): ReturnType<typeof production> {
  const user: UserWorld['user'] = {
    ...world.user,
    async moveBranch(move) {
      const { at } = await world.user.branch(move.branch)
      return world.user.moveBranch({ ...move, old: at })
    },
  }
  return production({ ...world, user }, run, command)
}
