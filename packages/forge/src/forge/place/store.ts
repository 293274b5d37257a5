/** The store of Forge's journals, locks and texts: the one file that names SQLite. Another store is another list of the same names. */
export {
  createBlobs,
  createLocks,
  forgetRest,
  openSqliteLog as openLog,
  packJournal,
  readRest,
  readWritten,
  rewriteJournal,
  type JournalEdit,
  type RewriteStop,
  type WrittenRow,
} from '#adapters/log/sqlite/index.ts'
