/** File steps that survive a power cut: a name is durable only after its directory was synced. */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'

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
