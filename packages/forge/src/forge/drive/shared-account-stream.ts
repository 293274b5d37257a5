/**
 * What providers reported about accounts to runs of the user's other repositories. It is one more host stream, outside
 * all repositories: a run publishes the limits it meets there, and reads those that others published.
 *
 * 1. It shares only what is the same for all of them (`SharedLimits`); slots and paths belong to one repository.
 * 2. It is read before the first attempt, and then about once a second.
 * 3. A stream that does not answer fails no run: each uses what its own repository knows.
 */
import { openLog } from '#forge/place/store.ts'
import { createHostClient, hostRun } from '#engine/host.ts'
import type { Entry, LogStop } from '#engine/ports.ts'
import { hostCodec } from '#engine/streams.ts'
import { freshIn, isEmpty, isNews, type UsedByAccount } from '#core/state/levels.ts'
import { hashText } from '#model/digest.ts'
import type { HostEvent, HostMessage } from '#model/host.ts'
import { success, type Result } from '#model/result.ts'
import type { SharedLimits } from './shared-accounts.ts'

export interface SharedAccounts {
  /** Publishes what this repository's host stream recorded, for the others. */
  tell(message: HostMessage): Promise<void>
  /** What others published since the last call, for this repository's host stream. */
  hear(now: number): Promise<readonly HostMessage[]>
  close(): Promise<void>
}

export interface NeighboursRequest {
  /** Of all repositories of the user. */
  readonly directory: string
  /** The repository whose own messages are skipped. */
  readonly repository: string
  readonly gates: SharedLimits
}

/** How many of the last entries are read when a run starts; what still matters was published recently. */
const latest = 5000

export async function openSharedAccounts({
  directory,
  repository,
  gates,
}: NeighboursRequest): Promise<Result<SharedAccounts, LogStop>> {
  const opened = await openLog(directory, hostCodec)
  if (!opened.ok) return opened
  const log = opened.value
  const rows = await log.summaries()
  if (!rows.ok) {
    await log.close()
    return rows
  }
  const door = createHostClient(log, () => undefined)
  let seen = Math.max(0, (rows.value.find(({ run }) => run === hostRun)?.seq ?? 0) - latest)
  let told: UsedByAccount = {}
  return success({
    async tell(message) {
      if (message.type !== 'limited' && message.type !== 'filled') return
      const account = gates.outward(message.account)
      if (account === undefined) return
      if (message.type === 'filled') {
        const now = { [account]: message.levels }
        if (!isNews(now, told)) return
        told = { ...told, ...now }
      }
      await door.post({ ...message, id: `${repository}/${message.id}`.slice(0, 400), account })
    },
    async hear(now) {
      const read = await log.read(hostRun, seen)
      if (!read.ok) return []
      seen = read.value.at(-1)?.seq ?? seen
      return read.value
        .filter(({ messageId }) => !messageId.startsWith(`${repository}/`))
        .flatMap((entry) => heardIn(entry, gates, now))
    },
    close: () => log.close(),
  })
}

/** Empty when it is outdated, or about an account of another key or login. */
function heardIn({ event, messageId }: Entry<HostEvent>, gates: SharedLimits, now: number): readonly HostMessage[] {
  if (event.type !== 'account.limited' && event.type !== 'account.filled') return []
  const account = gates.inward(event.account)
  if (account === undefined) return []
  const heard = { id: `neighbour/${hashText(messageId)}`, at: now, account }
  if (event.type === 'account.limited')
    return event.until > now ? [{ type: 'limited', ...heard, until: event.until }] : []
  const levels = freshIn(event.levels, now)
  return isEmpty(levels) ? [] : [{ type: 'filled', ...heard, levels }]
}
