/**
 * How long transcripts are kept. The journal is kept for ever: what was decided, and why, outlives what was printed (U-29).
 *
 * 1. Whole runs go, oldest first: those that nothing was printed in for `days`, then as many as are over `megabytes`.
 * 2. A run that is driven now is never touched.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Retention {
  readonly days: number
  readonly megabytes: number
}

export interface Kept {
  readonly run: string
  readonly bytes: number
  /** When something was written to it last. */
  readonly at: number
}

const dayMs = 86_400_000
const megabyte = 1_000_000

/** Which runs' transcripts go. */
export function chooseExpired(kept: readonly Kept[], { days, megabytes }: Retention, now: number): readonly Kept[] {
  const oldest = kept.toSorted((one, other) => one.at - other.at || (one.run < other.run ? -1 : 1))
  let left = oldest.reduce((sum, { bytes }) => sum + bytes, 0)
  return oldest.filter(({ at, bytes }) => {
    const isExpired = at < now - days * dayMs || left > megabytes * megabyte
    if (isExpired) left -= bytes
    return isExpired
  })
}

export function listKept(directory: string): readonly Kept[] {
  return namesIn(directory).map((run) => {
    const found = namesIn(join(directory, run)).flatMap((name) => {
      const file = statSync(join(directory, run, name), { throwIfNoEntry: false })
      return file === undefined ? [] : [file]
    })
    return {
      run,
      bytes: found.reduce((sum, { size }) => sum + size, 0),
      at: Math.max(0, ...found.map(({ mtimeMs }) => mtimeMs)),
    }
  })
}

export interface PruneRequest {
  readonly directory: string
  readonly retention: Retention
  readonly now: number
  readonly isDriven: (run: string) => Promise<boolean>
  readonly how: 'remove' | 'look'
}

/** What went, or would go. */
export async function pruneTranscripts(request: PruneRequest): Promise<readonly Kept[]> {
  const { directory, retention, now, isDriven, how } = request
  const gone: Kept[] = []
  for (const kept of chooseExpired(listKept(directory), retention, now)) {
    if (await isDriven(kept.run)) continue
    if (how === 'remove') rmSync(join(directory, kept.run), { recursive: true, force: true })
    gone.push(kept)
  }
  return gone
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
