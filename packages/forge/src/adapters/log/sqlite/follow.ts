/** Follows a run: yields pages as they are committed. Waiting costs a `PRAGMA data_version` per poll and no lock. */
import { setTimeout } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Entry, LogStop } from '#engine/ports.ts'
import type { RunId } from '#model/ids.ts'
import type { Result } from '#model/result.ts'
import { success } from '#model/result.ts'
import type { Entries } from './entries.ts'
import { guarded, readPage } from './read.ts'

const POLL_MS = 20

export interface Followed<E> {
  readonly reader: DatabaseSync
  readonly entries: Entries<E>
}

export async function* followRun<E>(
  { reader, entries }: Followed<E>,
  run: RunId,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<Result<readonly Entry<E>[], LogStop>> {
  const version = reader.prepare('PRAGMA data_version')
  // The number changes when another connection commits; read before the page, so no commit is missed.
  const currentVersion = () => guarded(() => success(version.get()?.['data_version']))
  let after = since
  let seen: unknown
  while (!signal.aborted && reader.isOpen) {
    const current = currentVersion()
    if (!current.ok) return yield current
    if (current.value === seen) {
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined)
      continue
    }
    const page = readPage(entries, run, after)
    if (!page.ok) return yield page
    const last = page.value.at(-1)
    if (last === undefined) {
      seen = current.value
      continue
    }
    after = last.seq
    yield page
  }
}
