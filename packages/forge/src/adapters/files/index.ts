/**
 * File operations that survive a power cut.
 *
 * 1. A name is durable only after a sync of its directory.
 * 2. A file is replaced completely or not at all: written to a draft with a unique name, synced, renamed.
 */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { chmod, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates the directory, for the owner alone. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}

/** Syncs one file, or the names of a directory. Never a file that SQLite has open: closing it would drop its locks. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The same for a directory, without blocking the event loop. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Any error other than absence is thrown: unreadable is not the same as absent. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The caller chooses a unique draft name and syncs the directory. */
export async function replaceFile(file: string, draft: string, content: Uint8Array | string): Promise<void> {
  try {
    await writeSynced(draft, content)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Replaces the content of a file; its mode and times stay. */
export async function replaceAlike(file: string, draft: string, content: Uint8Array): Promise<void> {
  const { mode, atime, mtime } = await stat(file)
  try {
    await writeSynced(draft, content)
    await chmod(draft, mode & 0o777)
    await utimes(draft, atime, mtime)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(dirname(file))
}

async function writeSynced(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
