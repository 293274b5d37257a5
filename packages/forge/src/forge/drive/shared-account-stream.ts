/**
 * What providers told runs of the user's other repositories about accounts. It is one more host stream, beside the repositories:
 * what a run is told of a limit it tells there, and what others were told it hears from there.
 *
 * 1. Shared is only what is the same for all of them (`SharedGates`); slots and paths belong to one repository.
 * 2. It is heard before the first attempt, and then about once a second.
 * 3. A stream that does not answer costs nobody a run: each goes on by what its own repository knows.
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
  /** What this repository's host stream was told, for the others. */
  tell(message: HostMessage): Promise<void>
  /** What others were told since this was last asked, for this repository's host stream. */
  hear(now: number): Promise<readonly HostMessage[]>
  close(): Promise<void>
}

export interface NeighboursRequest {
  /** Of all repositories of the user. */
  readonly directory: string
  /** Whose own words need not be heard again. */
  readonly repository: string
  readonly gates: SharedLimits
}

/** As many of the last entries are looked at when a run begins; what matters still was told lately. */
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

/** Nothing when it is of no use any more, or of somebody else's account. */
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
