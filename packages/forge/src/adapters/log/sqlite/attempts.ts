/** Attempts in the log: at most one open per node path (I-11), and a key is never used twice. */
import type { DatabaseSync } from 'node:sqlite'
import type { LogStop, Turn } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { RunId } from '#model/ids.ts'
import { isConstraint } from './stop.ts'

export interface Attempts {
  /** Closes first, so that a turn may end one attempt of a path and open the next. Returns a clash, if there is one. */
  record(run: RunId, turn: Pick<Turn<never>, 'opened' | 'closed'>): LogStop | undefined
}

export function createAttempts(database: DatabaseSync): Attempts {
  const close = database.prepare('UPDATE attempt SET is_open = 0 WHERE run = ? AND key = ?')
  const open = database.prepare('INSERT INTO attempt (run, key, path, is_open) VALUES (?, ?, ?, ?)')
  return {
    record(run, { opened, closed }) {
      for (const key of closed) close.run(run, key)
      for (const { path, key } of opened) {
        try {
          // Opened and closed by the same turn: the key is used, but the attempt is never open to others.
          open.run(run, key, path, closed.includes(key) ? 0 : 1)
        } catch (error) {
          if (!isConstraint(error)) throw error
          return { why: 'double-open', path, detail: say('journal.attemptOpenOrKeyUsed', { key }) }
        }
      }
      return undefined
    },
  }
}
