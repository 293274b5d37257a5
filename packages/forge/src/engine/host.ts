/**
 * Access to the host stream. Several processes share it and none owns it: each turn becomes the writer again when
 * another process has done so meanwhile. That is safe because its only effects are grants, which are posted by key.
 */
import type { Grant } from '#model/command.ts'
import type { HostEvent, HostMessage } from '#model/host.ts'
import { success, type Result } from '#model/result.ts'
import { hostCore } from '#core/host/core.ts'
import type { HostState } from '#core/host/state.ts'
import { catchUp, createActor, type Actor } from './actor.ts'
import type { Log, LogStop } from './ports.ts'
import { hostStream } from './streams.ts'

export const hostRun = 'host'

export interface HostClient {
  post(message: HostMessage): Promise<Result<void, LogStop>>
}

/** How often a turn may lose the writer's epoch to other processes before it gives up. */
const maxTakeovers = 20

export function createHostClient(
  log: Log<HostEvent>,
  deliver: (run: string, key: string, grant: Grant) => void,
): HostClient {
  let actor: Actor<HostState, HostMessage> | undefined

  async function enter(): Promise<Result<Actor<HostState, HostMessage>, LogStop>> {
    const writer = await log.claim(hostRun)
    if (!writer.ok) return writer
    const state = await catchUp(hostCore, log, hostRun, hostCore.initial(hostRun))
    if (!state.ok) return state
    return success(
      createActor({
        stream: hostStream,
        writer: writer.value,
        state: state.value,
        offer(commands) {
          for (const command of commands) if (command.kind === 'grant') deliver(command.run, command.key, command.grant)
        },
      }),
    )
  }

  async function tryPost(message: HostMessage): Promise<Result<void, LogStop>> {
    if (actor === undefined) {
      const entered = await enter()
      if (!entered.ok) return entered
      actor = entered.value
    }
    return actor.post(message)
  }

  return {
    async post(message) {
      let posted = await tryPost(message)
      for (
        let takeovers = 0;
        takeovers < maxTakeovers && !posted.ok && posted.failure.why === 'fenced';
        takeovers += 1
      ) {
        actor = undefined
        posted = await tryPost(message)
      }
      return posted
    },
  }
}
