/**
 * A lock that the kernel frees when its holder dies: `BEGIN EXCLUSIVE` held on a small database of its own.
 *
 * 1. The lock is SQLite's file lock and nothing else. It holds while the holder is stopped and is free when it is dead.
 * 2. The text about the holder is a separate file, for display; no decision depends on it.
 * 3. The lock file is never opened with `fs`: closing such a descriptor would drop this process's lock on it.
 */
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Lock, LockFault, Locks } from '#engine/ports.ts'
import { raw } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { canonicalJson } from '#model/canonical.ts'
import { failed, success } from '#model/result.ts'
import { slugOf } from '#model/slug.ts'
import { makePrivateDirectory } from '#adapters/files/index.ts'
import { isBusy } from './stop.ts'

type Acquired = Awaited<ReturnType<Locks['acquire']>>
type Seen = Awaited<ReturnType<Locks['holder']>>

/** The lock itself, and the text about its holder beside it. */
interface LockFiles {
  readonly lock: string
  readonly holder: string
}

export function createLocks(directory: string): Locks {
  const filesOf = (name: string): LockFiles => {
    const lock = join(directory, slugOf(name))
    return { lock: `${lock}.lock`, holder: `${lock}.holder.json` }
  }
  return {
    acquire: async (name, self) => acquire(directory, filesOf(name), self),
    holder: async (name) => look(filesOf(name)),
  }
}

async function acquire(directory: string, files: LockFiles, self: Json): Promise<Acquired> {
  try {
    makePrivateDirectory(directory)
    const database = await insist(() => takeExclusive(files.lock))
    if (database === undefined) return failed({ why: 'held', holder: readHolder(files.holder) })
    writeHolder(files.holder, self)
    return success(createLock(database, files.holder))
  } catch (error) {
    return failed(faultOf(error))
  }
}

async function look(files: LockFiles): Promise<Seen> {
  try {
    const free = existsSync(files.lock) ? await insist(() => readShared(files.lock)) : 'free'
    return success(free === undefined ? { holder: readHolder(files.holder) } : undefined)
  } catch (error) {
    return failed(faultOf(error))
  }
}

function faultOf(error: unknown): LockFault {
  return { why: 'io', detail: raw(error instanceof Error ? error.message : String(error)) }
}

/**
 * Two processes that take a free lock at the same instant can each block the other, and both would be refused; so can
 * one that only checks. A few retries at random moments distinguish that from a real holder; a refusal by a real one
 * costs less than a tenth of a second.
 */
async function insist<T>(take: () => T | undefined): Promise<T | undefined> {
  let taken = take()
  for (let tries = 0; taken === undefined && tries < 6; tries += 1) {
    await setTimeout(2 + randomInt(12))
    taken = take()
  }
  return taken
}

/** The connection that holds the lock, or undefined while another process holds it. */
function takeExclusive(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** A read needs a shared lock briefly, which a holder prevents. Undefined while there is a holder. */
function readShared(file: string): 'free' | undefined {
  const database = new DatabaseSync(file, { timeout: 0, readOnly: true })
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return 'free'
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  } finally {
    database.close()
  }
}

function createLock(database: DatabaseSync, holderFile: string): Lock {
  return {
    release() {
      if (!database.isOpen) return Promise.resolve()
      rmSync(holderFile, { force: true })
      database.close()
      return Promise.resolve()
    },
  }
}

/** Display only: a full disk must not prevent a process from taking its lock. */
function writeHolder(file: string, self: Json): void {
  try {
    writeFileSync(`${file}.draft`, canonicalJson(self), { mode: 0o600 })
    renameSync(`${file}.draft`, file)
  } catch {
    rmSync(file, { force: true })
  }
}

function readHolder(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json
  } catch {
    return null
  }
}
