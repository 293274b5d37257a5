/**
 * Copies of index files. Git considers a file unchanged when its times match the index AND it is older than the index
 * itself; a copy that looked newer than the original would hide an edit made in the same tick as the checkout.
 */
import { copyFile, stat, utimes } from 'node:fs/promises'

/** Copies an index and sets its time a microsecond before the original's. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeNs } = await stat(from, { bigint: true })
  await copyFile(from, to)
  // A double holds seconds to a quarter of a microsecond in this century.
  const seconds = Number((mtimeNs - 1000n) / 1000n) / 1e6
  await utimes(to, seconds, seconds)
}
