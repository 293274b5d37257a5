/**
 * Which transcripts are kept. The journal is kept for ever: what was decided, and why, outlives what was printed (U-29).
 *
 * 1. Whole runs go, oldest first: those that nothing was printed in for `days`, then as many as are over `megabytes`.
 * 2. A run that is driven now is never touched, and makes no room.
 */

export interface Retention {
  readonly days: number
  readonly megabytes: number
}

export interface StoredTranscript {
  readonly run: string
  readonly bytes: number
  /** When something was written to it last. */
  readonly at: number
}

const dayMs = 86_400_000
const megabyte = 1_000_000

/** Which runs' transcripts go, oldest first. */
export function chooseExpired(
  kept: readonly StoredTranscript[],
  { days, megabytes }: Retention,
  now: number,
  driven: ReadonlySet<string> = new Set(),
): readonly StoredTranscript[] {
  const oldest = kept.toSorted((one, other) => one.at - other.at || (one.run < other.run ? -1 : 1))
  let left = oldest.reduce((sum, { bytes }) => sum + bytes, 0)
  return oldest.filter(({ run, at, bytes }) => {
    const isExpired = !driven.has(run) && (at < now - days * dayMs || left > megabytes * megabyte)
    if (isExpired) left -= bytes
    return isExpired
  })
}
