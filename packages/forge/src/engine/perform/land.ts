/**
 * Landing: fast-forwards the user's current branch, with their checkout and their index.
 *
 * 1. The checkout is updated first, then the branch moves by compare-and-swap. A process that dies between the two
 *    leaves what the intent names; the next performance finds the checkout updated and moves the branch. No agent is
 *    blamed for it.
 * 2. A branch that has the commit already was landed by a lost performance, also when the user has committed since
 *    then.
 * 3. Any deviation from the intent is a refusal, and then nothing of the user's was changed.
 */
import { say } from '#messages/said.ts'
import type { Command } from '#model/command.ts'
import type { LandingEnd } from '#model/landing.ts'
import type { MessageOf } from '#model/message.ts'
import { refuse, whyNotHere, whyNotNow } from '#core/landing/refuse.ts'
import type { UserWorld } from './publish.ts'

export type LandCommand = Extract<Command, { kind: 'land' }>

/** The outcome as a message. */
export async function land(
  world: UserWorld,
  run: string,
  command: LandCommand,
): Promise<MessageOf<'landing.finished'>> {
  const { key } = command
  const end = (await probeLanding(world, command)) ?? (await carryOut(world, run, command))
  return { type: 'landing.finished', id: `${key}:end`, at: world.clock.wall(), key, end }
}

/** The landing as found in the user's repository, if it was made. */
export async function probeLanding({ user }: UserWorld, { branch, to }: LandCommand): Promise<LandingEnd | undefined> {
  return (await user.contains(branch, to)) ? { status: 'landed' } : undefined
}

async function carryOut({ user }: UserWorld, run: string, { branch, from, to }: LandCommand): Promise<LandingEnd> {
  const sight = await user.look()
  const refused = whyNotHere(sight, branch) ?? whyNotNow(sight)
  if (refused !== undefined) return refused
  if (sight.head !== from) return refuse({ code: 'branch-moved' })
  await user.bring(to)
  const turned = await user.turnCheckout(from, to)
  if (turned !== 'turned')
    return 'inTheWay' in turned
      ? refuse({ code: 'dirty', paths: [...turned.inTheWay] })
      : refuse({ code: 'git-refused', about: turned.refused })
  const moved = await user.moveBranch({ branch, next: to, old: from, reason: `forge: landed ${run}` })
  // Another performance of this landing may have been faster: then the checkout must not be reset.
  if (moved === 'moved' || (await user.contains(branch, to))) return { status: 'landed' }
  await user.turnCheckout(to, from)
  return moved === 'elsewhere'
    ? refuse({ code: 'branch-moved' })
    : refuse({ code: 'in-progress', about: say('git.anotherCommand') })
}
