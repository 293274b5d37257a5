/**
 * Removing a private directory that a child had to itself. Some tools write-protect what they leave (module caches do).
 * What cannot go stays; a leftover must not fail the attempt.
 */
import { removeFolder } from '#adapters/files/remove-folder.ts'

export async function discardPrivate(directory: string): Promise<void> {
  await removeFolder(directory).catch(() => undefined)
}
