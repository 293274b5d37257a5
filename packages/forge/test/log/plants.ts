/** Bugs for the log adapters: each replaces one function of one module by test code. No production flag exists for them. */
import type { DatabaseSync } from 'node:sqlite'
import { copyMemoryStore } from '#testing/memory-log/store.ts'
import type * as MemoryAttempts from '#testing/memory-log/attempts.ts'
import type * as MemoryEntries from '#testing/memory-log/entries.ts'
import type * as MemoryMessages from '#testing/memory-log/messages.ts'
import type * as MemoryTurn from '#testing/memory-log/turn.ts'
import type * as SqliteAttempts from '#adapters/log/sqlite/attempts.ts'
import type * as SqliteCommit from '#adapters/log/sqlite/commit.ts'
import type * as SqliteEntries from '#adapters/log/sqlite/entries.ts'
import type * as SqliteMessages from '#adapters/log/sqlite/messages.ts'
import type * as SqliteTransaction from '#adapters/log/sqlite/transaction.ts'
import type * as SqliteTurn from '#adapters/log/sqlite/turn.ts'
import type { Codec, Entry } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import { failed, success } from '#model/result.ts'

type Replacement = (importOriginal: () => Promise<unknown>) => Promise<object>

export interface Plant {
  readonly name: string
  /** Module → what stands in its place. */
  readonly replace: Readonly<Record<string, Replacement>>
  /** The test that has to notice. */
  readonly foundBy: RegExp
}

/** Replaces some functions of a module, which may call the originals. */
function replacing<M extends object>(change: (original: M) => Partial<M>): Replacement {
  return async (importOriginal) => {
    const original = (await importOriginal()) as M
    return { ...original, ...change(original) }
  }
}

function decodeUnverified<E>(codec: Codec<E>, rows: readonly (Omit<Entry<E>, 'event'> & { body: string })[]) {
  const entries: Entry<E>[] = []
  for (const { body, ...row } of rows) {
    const decoded = codec.decode(body)
    if (!decoded.ok) return failed({ ...decoded.failure, why: 'newer', seq: row.seq } as const)
    entries.push({ ...row, event: decoded.value })
  }
  return success(entries)
}

export const memoryPlants: readonly Plant[] = [
  {
    name: 'a turn is acknowledged before it is stored',
    foundBy: /an answered turn is there for everyone at once/,
    replace: {
      '#testing/memory-log/turn.ts': replacing<typeof MemoryTurn>(({ createTurns }) => ({
        createTurns(store, codec, read) {
          const pending: (() => unknown)[] = []
          const storePending = (): void => pending.splice(0).forEach((act) => act())
          return (request) => {
            storePending()
            const answer = createTurns(copyMemoryStore(store), codec, read)(request)
            pending.push(() => createTurns(store, codec, read)(request))
            setImmediate(storePending)
            return answer
          }
        },
      })),
    },
  },
  {
    name: 'the epoch is not checked',
    foundBy: /fences every older writer/,
    replace: {
      '#testing/memory-log/turn.ts': replacing<typeof MemoryTurn>(({ createTurns }) => ({
        createTurns: (store, codec, read) => (request) => {
          const run = store.runs.get(request.run)
          if (run !== undefined) run.epoch = request.epoch
          return createTurns(store, codec, read)(request)
        },
      })),
    },
  },
  {
    name: 'the unique claim of a path is missing',
    foundBy: /a second open attempt on a path is refused/,
    replace: {
      '#testing/memory-log/attempts.ts': replacing<typeof MemoryAttempts>(() => ({ findClash: () => undefined })),
    },
  },
  {
    name: 'message ids are not remembered',
    foundBy: /the same message again .* appends nothing/,
    replace: { '#testing/memory-log/messages.ts': replacing<typeof MemoryMessages>(() => ({ isKnown: () => false })) },
  },
  {
    name: 'the chain is not verified',
    foundBy: /a changed entry 4 stops reading/,
    replace: {
      '#testing/memory-log/entries.ts': replacing<typeof MemoryEntries>(() => ({
        createEntries:
          (codec) =>
          (_run, { entries }, since) =>
            decodeUnverified(codec, entries.slice(since)),
      })),
    },
  },
  {
    name: 'a refused turn leaves its keys behind',
    foundBy: /is undone alone and leaves nothing/,
    replace: {
      '#testing/memory-log/attempts.ts': replacing<typeof MemoryAttempts>(({ findClash }) => ({
        findClash(run, change) {
          const clash = findClash(run, change)
          if (clash !== undefined) for (const { key } of change.opened) run.keys.add(key)
          return clash
        },
      })),
    },
  },
]

/** Runs each piece at once and answers it; the transaction is committed a little later. */
function createEarlyCommits(transactions: SqliteTransaction.Transactions): SqliteCommit.Commits {
  let isOpen = false
  const commit = (): void => {
    if (isOpen) transactions.commit()
    isOpen = false
  }
  return {
    run(work) {
      if (!isOpen && transactions.begin() !== 'begun')
        return Promise.resolve(failed({ why: 'busy', detail: raw('planted') }))
      if (!isOpen) setTimeout(commit, 2)
      isOpen = true
      return Promise.resolve(transactions.piece(work))
    },
    end: commit,
  }
}

function allowEveryEpoch(database: DatabaseSync) {
  const update = database.prepare('UPDATE run SET epoch = ? WHERE id = ?')
  return ({ run, epoch }: { readonly run: string; readonly epoch: number }) => update.run(epoch, run)
}

export const sqlitePlants: readonly Plant[] = [
  {
    name: 'a turn is acknowledged before COMMIT',
    foundBy: /an answered turn is there for everyone at once/,
    replace: {
      '#adapters/log/sqlite/commit.ts': replacing<typeof SqliteCommit>(() => ({ createCommits: createEarlyCommits })),
    },
  },
  {
    name: 'the epoch is not checked',
    foundBy: /fences every older writer/,
    replace: {
      '#adapters/log/sqlite/turn.ts': replacing<typeof SqliteTurn>(({ createTurns }) => ({
        createTurns(database, codec, entries) {
          const allow = allowEveryEpoch(database)
          const perform = createTurns(database, codec, entries)
          return (request) => {
            allow(request)
            return perform(request)
          }
        },
      })),
    },
  },
  {
    name: 'the unique claim of a path is missing',
    foundBy: /a second open attempt on a path is refused/,
    replace: {
      '#adapters/log/sqlite/attempts.ts': replacing<typeof SqliteAttempts>(() => ({
        createAttempts: () => ({ record: () => undefined }),
      })),
    },
  },
  {
    name: 'message ids are not remembered',
    foundBy: /the same message again .* appends nothing/,
    replace: {
      '#adapters/log/sqlite/messages.ts': replacing<typeof SqliteMessages>(({ createMessages }) => ({
        createMessages(database) {
          const take = database.prepare('DELETE FROM inbox WHERE run = ? AND id = ?')
          const forgetful = { isKnown: () => false, remember: (run: string, id: string) => void take.run(run, id) }
          return { ...createMessages(database), ...forgetful }
        },
      })),
    },
  },
  {
    name: 'the chain is not verified',
    foundBy: /a changed entry 4 stops reading/,
    replace: {
      '#adapters/log/sqlite/entries.ts': replacing<typeof SqliteEntries>(({ createEntries }) => ({
        createEntries<E>(database: DatabaseSync, codec: Codec<E>) {
          const rows = database.prepare(
            'SELECT seq, epoch, message_id AS messageId, hash, body FROM event WHERE run = ? AND seq > ? AND seq <= ?',
          )
          return {
            ...createEntries(database, codec),
            span: ({ run, after, upTo }) =>
              decodeUnverified<E>(
                codec,
                rows.all(run, after, upTo) as unknown as Parameters<typeof decodeUnverified<E>>[1],
              ),
          }
        },
      })),
    },
  },
  {
    name: 'a refused turn is not rolled back',
    foundBy: /is undone alone and leaves nothing/,
    replace: {
      '#adapters/log/sqlite/transaction.ts': replacing<typeof SqliteTransaction>(({ createTransactions }) => ({
        createTransactions: (database) => ({ ...createTransactions(database), piece: (work) => work() }),
      })),
    },
  },
  {
    name: 'a refused turn takes its neighbours with it',
    foundBy: /is undone alone and leaves nothing/,
    replace: {
      '#adapters/log/sqlite/transaction.ts': replacing<typeof SqliteTransaction>(({ createTransactions }) => ({
        createTransactions: (database) => ({
          ...createTransactions(database),
          piece(work) {
            const result = work()
            if (!result.ok) throw new Error(result.failure.why)
            return result
          },
        }),
      })),
    },
  },
]
