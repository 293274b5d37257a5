/**
 * The published branch: a projection of a run into the user's repository, to look at and to land from. It is moved by
 * compare-and-swap and only forward from Forge's last position; if it was deleted, it is created again.
 *
 * Forge publishes the commit that the journal names. The outcome includes where the integration ref was meanwhile: the
 * core knows whether something outside Forge moved it.
 *
 * Probe before repeat: a process that died between moving the branch and reporting it left the branch in the right
 * place.
 */
import type { Command } from '#model/command.ts'
import type { PublishEnd } from '#model/landing.ts'
import type { MessageOf } from '#model/message.ts'
import type { World } from '#engine/ports.ts'
import { refs } from './perform-context.ts'

export type PublishCommand = Extract<Command, { kind: 'publish' }>
export type UserWorld = Pick<World, 'clock' | 'git' | 'user'>

/** The outcome as a message. */
export async function publish(
  world: UserWorld,
  run: string,
  command: PublishCommand,
): Promise<MessageOf<'publishing.finished'>> {
  const { key } = command
  const branch = await branchFor(world, run)
  const tip = await world.git.resolveRef(refs.integration(run))
  const seen = tip === undefined ? {} : { seen: { tip, repository: world.git.directory } }
  const end = await publishOn(world, branch, command)
  return { type: 'publishing.finished', id: `${key}:end`, at: world.clock.wall(), key, branch, end, ...seen }
}

async function publishOn({ user, git }: UserWorld, branch: string, { commit }: PublishCommand): Promise<PublishEnd> {
  const { at: old, isCheckedOut } = await user.branch(branch)
  if (old === commit) return 'published'
  if (isCheckedOut) return 'checked-out'
  if (old !== undefined && !(await git.isAncestor(old, commit))) return 'diverged'
  await user.bring(commit)
  const moved = await user.moveBranch({ branch, next: commit, old, reason: 'forge: published' })
  if (moved === 'moved') return 'published'
  return moved === 'elsewhere' ? 'diverged' : 'locked'
}

/** `forge/<run>`, unless a branch called `forge` prevents it. */
async function branchFor({ user }: UserWorld, run: string): Promise<string> {
  return (await user.branch('forge')).at === undefined ? `forge/${run}` : `forge-${run}`
}
