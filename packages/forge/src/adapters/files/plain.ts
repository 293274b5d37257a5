/**
 * Plain reads and writes of files in folders of Forge or its user. Synchronous: each is one step. For files that an
 * agent can write use `unfollowed.ts`, and for writes that must survive a power cut `index.ts`.
 */
import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export function isThere(path: string): boolean {
  return existsSync(path)
}

/** Throws if the folder cannot be listed. */
export function listNames(folder: string): readonly string[] {
  return readdirSync(folder)
}

/** Sorted; empty if the folder cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Undefined if the file cannot be read. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The same as bytes. */
export function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Regular files in a folder and below; the path itself if it is one. Links are neither followed nor listed. */
export function filesBelow(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return [path]
  if (found?.isDirectory() !== true) return []
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  } catch {
    return []
  }
}

/** Throws if the file cannot be read. */
export function readBytes(path: string): Buffer {
  return readFileSync(path)
}

/** Bytes from this offset on, up to `most`; none if the file cannot be read. */
export function readPart(path: string, from: number, most: number): Buffer {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(most)
      return buffer.subarray(0, readSync(descriptor, buffer, 0, most, from))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return Buffer.alloc(0)
  }
}

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other'
  readonly bytes: number
  readonly mode: number
  readonly modifiedAt: number
}

/** Undefined if the path does not exist. */
export function factsOf(path: string): FileFacts | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
  return { kind, bytes: found.size, mode: found.mode, modifiedAt: found.mtimeMs }
}

/** The real path; the path itself if it leads nowhere. */
export function resolved(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether this process may list it and write to it. */
export function isOpenFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Free space of the disk that holds the path. */
export function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Makes a new folder with this prefix. */
export function makeOwnFolder(prefix: string): string {
  return mkdtempSync(prefix)
}

export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
}

/** Removes it recursively; a missing path is no error. */
export function removePath(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

export function setMode(path: string, mode: number): void {
  chmodSync(path, mode)
}

export function writeText(path: string, text: string): void {
  writeFileSync(path, text)
}

/** For the owner alone. */
export function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
}

/** For the owner alone. */
export function appendPrivate(path: string, text: string): void {
  appendFileSync(path, text, { mode: 0o600 })
}

/** Replaces the file atomically, for the owner alone; makes its folder. */
export function replacePrivate(path: string, text: string): void {
  makeFolder(dirname(path))
  const draft = `${path}.${process.pid}`
  writePrivate(draft, text)
  renameSync(draft, path)
}
