/**
 * Removes the private directory of a child. Some tools write-protect their files (module caches do). What cannot be
 * removed stays; a leftover must not fail the attempt.
 */
import { removeFolder } from '#adapters/files/remove-folder.ts'

export async function discardPrivate(directory: string): Promise<void> {
  await removeFolder(directory).catch(() => undefined)
}
