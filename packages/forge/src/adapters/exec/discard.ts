/**
 * Removing a private directory that a child had to itself. Some tools write-protect what they leave (module caches do),
 * so folders are opened first where that is needed. What cannot go stays; a leftover must not fail the attempt.
 */
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export async function discardPrivate(directory: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 3 }
  try {
    await rm(directory, options)
  } catch {
    await openFolders(directory)
    await rm(directory, options).catch(() => undefined)
  }
}

/** Links are not followed: `readdir` tells folders from links. */
async function openFolders(directory: string): Promise<void> {
  await chmod(directory, 0o700).catch(() => undefined)
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await openFolders(join(directory, entry.name))
}
