/** Where a schedule keeps its journal: in memory, or in a real SQLite database on its own disk. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLog, createMemoryStore } from '#testing/memory-log/index.ts'
import { openSqliteLog } from '#adapters/log/sqlite/index.ts'
import type { Codec, Log } from '#engine/ports.ts'

export type JournalKind = 'memory' | 'sqlite'

export interface Journal {
  /** A separate handle, as each process has one. */
  open<E>(codec: Codec<E>): Promise<Log<E>>
  dispose(): void
}

export function createJournal(kind: JournalKind): Journal {
  return kind === 'memory' ? memoryJournal() : sqliteJournal()
}

function memoryJournal(): Journal {
  const store = createMemoryStore()
  return { open: (codec) => Promise.resolve(createMemoryLog(store, codec)), dispose: () => undefined }
}

function sqliteJournal(): Journal {
  const directory = mkdtempSync(join(tmpdir(), 'forge-simulator-'))
  return {
    async open(codec) {
      const log = await openSqliteLog(directory, codec)
      if (!log.ok) throw new Error(`the journal does not open: ${log.failure.why}`)
      return log.value
    },
    dispose: () => rmSync(directory, { recursive: true }),
  }
}
