/**
 * Copies of index files. Git takes a file for unchanged when its times match the index AND it is older than the index
 * itself; a copy that looked newer than the original would hide an edit made in the same tick as the checkout.
 */
import { copyFile, stat, utimes } from 'node:fs/promises'

/** Copy an index so that the copy is, by a microsecond, not newer than the original. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeNs } = await stat(from, { bigint: true })
  await copyFile(from, to)
  // Seconds as a double are exact to a quarter of a microsecond in this century.
  const seconds = Number((mtimeNs - 1000n) / 1000n) / 1e6
  await utimes(to, seconds, seconds)
}
