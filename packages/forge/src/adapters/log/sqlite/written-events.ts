/** The stored bodies of all events of every stream, without a codec. Read-only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface WrittenRow {
  readonly run: string
  readonly body: string
}

export function readWritten(directory: string): readonly WrittenRow[] {
  const file = join(directory, 'journal.db')
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    database.exec('PRAGMA query_only = ON')
    return database.prepare('SELECT run, body FROM event ORDER BY run, seq').all() as unknown as readonly WrittenRow[]
  } finally {
    database.close()
  }
}
