/** Which messages were processed, for ever, and which are queued. A message is in at most one of the two. */
import type { DatabaseSync } from 'node:sqlite'
import type { InboxMessage, LogStop } from '#engine/ports.ts'
import type { MessageId, RunId } from '#model/ids.ts'
import type { Json } from '#model/json.ts'
import type { Result } from '#model/result.ts'
import { failed, success } from '#model/result.ts'
import { tooLarge } from '#adapters/log/shared/limit.ts'

export interface Messages {
  isKnown(run: RunId, id: MessageId): boolean
  /** The message was processed: from now on it is known and no longer queued. */
  remember(run: RunId, id: MessageId): void
  /** Queues a message for the driver, unless it was processed or queued before. */
  leave(run: RunId, id: MessageId, body: string): Result<void, LogStop>
}

export function createMessages(database: DatabaseSync): Messages {
  const known = database.prepare('SELECT 1 FROM message WHERE run = ? AND id = ?')
  const remember = database.prepare('INSERT INTO message (run, id) VALUES (?, ?)')
  const take = database.prepare('DELETE FROM inbox WHERE run = ? AND id = ?')
  const leave = database.prepare('INSERT INTO inbox (run, id, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const isKnown = (run: RunId, id: MessageId): boolean => known.get(run, id) !== undefined
  return {
    isKnown,
    remember(run, id) {
      remember.run(run, id)
      take.run(run, id)
    },
    leave(run, id, body) {
      const large = tooLarge([body])
      if (large !== undefined) return failed(large)
      if (!isKnown(run, id)) leave.run(run, id, body)
      return success(undefined)
    },
  }
}

/** Queued messages, oldest first. */
export function createInboxReader(database: DatabaseSync): (run: RunId) => readonly InboxMessage[] {
  const waiting = database.prepare('SELECT id, body FROM inbox WHERE run = ? ORDER BY place')
  return (run) =>
    waiting.all(run).map((row) => ({ id: String(row['id']), body: JSON.parse(String(row['body'])) as Json }))
}
