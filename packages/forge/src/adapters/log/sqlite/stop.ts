/** Maps errors of SQLite and the file system to the named stops of the log. The only such table. */
import type { LogStop } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'

type Kind = 'busy' | 'full' | 'corrupt' | 'io'

/** SQLite's primary result codes. An unlisted code is `io`: an unknown error never counts as success. */
const KIND_OF_CODE: Readonly<Record<number, Kind>> = {
  5: 'busy', // SQLITE_BUSY: another connection holds the lock
  6: 'busy', // SQLITE_LOCKED
  11: 'corrupt', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  26: 'corrupt', // SQLITE_NOTADB
}

const KIND_OF_ERRNO: Readonly<Record<string, Kind>> = { ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' }

/** SQLITE_CONSTRAINT: the only failure of a statement that is caused by the caller, not by the disk. */
const CONSTRAINT = 19

/** The stop for a failure of SQLite or of a file operation. */
export function stopOf(error: unknown): LogStop {
  const kind = kindOf(error)
  const detail = raw(error instanceof Error ? error.message : String(error))
  return kind === 'corrupt' ? { why: kind, seq: 0, detail } : { why: kind, detail }
}

export function isConstraint(error: unknown): boolean {
  return primaryCode(error) === CONSTRAINT
}

export function isBusy(error: unknown): boolean {
  return kindOf(error) === 'busy'
}

function kindOf(error: unknown): Kind {
  if (error instanceof SyntaxError) return 'corrupt' // a stored JSON text that is none
  const code = primaryCode(error)
  if (code !== undefined) return KIND_OF_CODE[code] ?? 'io'
  const errno = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return KIND_OF_ERRNO[errno] ?? 'io'
}

/** node:sqlite gives the extended code; its low byte is the primary one. */
function primaryCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
