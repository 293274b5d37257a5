/** The embedded log: SQLite for events, files for blobs, a kernel-freed lock. */
export { createBlobs } from './blobs.ts'
export { createLocks } from './locks.ts'
export { readWritten, type WrittenRow } from './written-events.ts'
export { forgetRest, readRest } from './pending-redaction.ts'
export { packJournal, rewriteJournal, type JournalEdit, type RewriteStop } from './rewrite.ts'
export { openSqliteLog } from './log.ts'
export type { SqliteLogOptions } from './log.ts'
