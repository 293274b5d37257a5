/** Performs open commands for the user's repository, for a caller that holds the run without a driver. */
import { open } from '#core/next/open.ts'
import type { RunState } from '#core/state/state.ts'
import type { Actor } from '#engine/actor.ts'
import type { LogStop } from '#engine/ports.ts'
import type { Key } from '#model/ids.ts'
import type { Message } from '#model/message.ts'
import { land, type LandCommand } from './land.ts'
import { publish, type PublishCommand, type UserWorld } from './publish.ts'

export interface ForUserParts {
  readonly run: string
  readonly world: UserWorld
  readonly actor: Actor<RunState, Message>
}

/** Resolves when none of them is open any more, or with the stop of the log. */
export async function performForUser({ run, world, actor }: ForUserParts): Promise<LogStop | undefined> {
  const done = new Set<Key>()
  for (let next = nextOf(actor, done); next !== undefined; next = nextOf(actor, done)) {
    done.add(next.key)
    const outcome = next.kind === 'publish' ? await publish(world, run, next) : await land(world, run, next)
    const posted = await actor.post(outcome)
    if (!posted.ok) return posted.failure
  }
  return undefined
}

function nextOf(actor: Actor<RunState, Message>, done: ReadonlySet<Key>): PublishCommand | LandCommand | undefined {
  const commands = open(actor.view()).filter((command) => command.kind === 'publish' || command.kind === 'land')
  return commands.find(({ key }) => !done.has(key))
}
