/**
 * Which transcripts are kept. The journal is kept forever: decisions and their reasons outlive the output (U-29).
 *
 * 1. Whole runs are removed, oldest first: those without output for `days`, then as many as exceed `megabytes`.
 * 2. A run that a process works on is never touched, and makes no room.
 */

export interface Retention {
  readonly days: number
  readonly megabytes: number
}

export interface StoredTranscript {
  readonly run: string
  readonly bytes: number
  /** When something was last written to it. */
  readonly at: number
}

const dayMs = 86_400_000
const megabyte = 1_000_000

/** Which runs' transcripts are removed, oldest first. */
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
