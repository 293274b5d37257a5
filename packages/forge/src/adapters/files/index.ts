/**
 * File steps that survive a power cut.
 *
 * 1. A name is durable only after its directory was synced.
 * 2. A file is replaced as a whole or not at all: written beside under a name of its own, synced, renamed.
 */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { chmod, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The directory, for the owner alone. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}

/** Flush one file, or the names of one directory. Never for a file that SQLite has open: closing it would drop its locks. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The same for a directory, without holding up the event loop. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Any other error than absence is handed on: not knowing is not the same as not there. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The name of the draft is nobody else's. The directory is the caller's to sync. */
export async function replaceFile(file: string, draft: string, content: Uint8Array | string): Promise<void> {
  try {
    await writeSynced(draft, content)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Other content under the same name: its mode stays, and its times. */
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
