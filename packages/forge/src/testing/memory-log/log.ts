/**
 * The journal in memory: the simulator's, and the reference of the contract. Several logs may share one store, as
 * several processes share one database.
 */
import type { Codec, Log, LogStop, RunSummary } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { createEntries } from './entries.ts'
import type { Commits } from './follow.ts'
import { createCommits, followRun } from './follow.ts'
import { tooLarge } from '#adapters/log/shared/limit.ts'
import { leaveMessage, readInbox } from './messages.ts'
import type { MemoryStore, StoredRun } from './store.ts'
import { createRun } from './store.ts'
import { createTurns } from './turn.ts'
import { createWriter } from './writer.ts'

const CLOSED: LogStop = { why: 'io', detail: say('journal.logIsClosed') }

/** Already resolved: awaiting it lets the caller's tick end, as a real commit does. */
const TICK = Promise.resolve()

/** Followers of every log on one store: a commit of any of them wakes all. */
const commitsByStore = new WeakMap<MemoryStore, Commits>()

export function createMemoryLog<E>(store: MemoryStore, codec: Codec<E>): Log<E> {
  const read = createEntries(codec)
  const turns = createTurns(store, codec, read)
  const commits = commitsByStore.get(store) ?? createCommits()
  commitsByStore.set(store, commits)
  const announce = (): void => commits.announce()
  const ended = new AbortController()
  const answer = <T>(act: () => Result<T, LogStop>): Result<T, LogStop> =>
    ended.signal.aborted ? failed(CLOSED) : act()
  const perform: typeof turns = (request) => answer(() => turns(request))
  const readAfter = (run: RunId, since: number): ReturnType<typeof turns> => {
    const stored = store.runs.get(run)
    return stored === undefined ? success([]) : read(run, stored, since)
  }

  return {
    async claim(run) {
      await TICK
      const claimed = answer(() => raiseEpoch(store, run, (stored) => read(run, stored, 0)))
      return claimed.ok ? success(createWriter({ run, epoch: claimed.value }, perform, announce)) : claimed
    },
    read: (run, since) => Promise.resolve(answer(() => readAfter(run, since))),
    follow: (run, since, signal) =>
      followRun((after) => readAfter(run, after), since, commits, AbortSignal.any([signal, ended.signal])),
    summaries: () => Promise.resolve(answer(() => success(summariesOf(store)))),
    async leave(run, { id, body }) {
      const text = canonicalJson(body)
      await TICK
      return answer(() => {
        const large = tooLarge([text])
        if (large !== undefined) return failed(large)
        leaveMessage(store, run, { id, body: text })
        return success(undefined)
      })
    },
    inbox: (run) => Promise.resolve(answer(() => success(readInbox(store, run)))),
    async close() {
      await TICK
      // With a reason of its own: creating the default error costs more than all the rest of closing.
      ended.abort('closed')
    },
  }
}

function raiseEpoch(
  store: MemoryStore,
  run: RunId,
  verify: (stored: StoredRun) => Result<unknown, LogStop>,
): Result<number, LogStop> {
  const stored = store.runs.get(run) ?? createRun()
  const verified = verify(stored)
  if (!verified.ok) return verified
  store.runs.set(run, stored)
  stored.epoch += 1
  return success(stored.epoch)
}

function summariesOf(store: MemoryStore): readonly RunSummary[] {
  return [...store.runs]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([run, { entries, epoch, summary, timers }]) => ({
      run,
      seq: entries.length,
      epoch,
      summary: JSON.parse(summary) as Json,
      wakeAt: timers.length === 0 ? undefined : Math.min(...timers.map(({ dueAt }) => dueAt)),
    }))
}
