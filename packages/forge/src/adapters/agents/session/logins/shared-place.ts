/**
 * The folder of one lent login. All attempts with this login share it, across repositories and processes of Forge, so
 * that the agent's own lock there lets one of them refresh at a time.
 *
 * | Path | Who writes it |
 * |---|---|
 * | `shared/<file>` | agents, and Forge; Forge follows no link in it and trusts none of it |
 * | `agreed` | Forge: the hash of the tokens when both sides were last equal |
 * | `users/<pid>-…` | Forge: one per running attempt |
 * | `lock` | Forge, while it compares both sides |
 */
import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#adapters/exec/alive.ts'
import { openPlain, placeFile } from '#adapters/files/unfollowed.ts'
import { hashText } from '#model/digest.ts'
import { largestFile, type TokenFile } from './token-file.ts'

export interface SharedPlace {
  readonly form: TokenFile
  /** The real path of the user's own file. */
  readonly home: string
  readonly root: string
  /** The folder that agents see. */
  readonly folder: string
  readonly lent: string
}

export function sharedPlaceOf(form: TokenFile, directory: string): SharedPlace {
  const own = join(homedir(), form.file)
  const root = join(directory, hashText(own).slice(0, 24))
  const folder = join(root, 'shared')
  return { form, home: realOf(own), root, folder, lent: join(folder, basename(form.file)) }
}

/** A user may link the file to another place; a broken link counts as no file. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Comparing both sides takes milliseconds; a holder that takes longer has died. */
const staleMs = 5000

export async function locked<T>({ root }: SharedPlace, act: () => Promise<T>): Promise<T> {
  const lock = join(root, 'lock')
  await mkdir(root, { recursive: true, mode: 0o700 })
  while (!(await isTaken(lock))) if ((await removeStale(lock)) === 'not') await sleep(20)
  try {
    return await act()
  } finally {
    await rmdir(lock).catch(() => undefined)
  }
}

/**
 * One process at a time removes a stale lock, and checks it again first: another process may have removed it since, and
 * the lock there may now belong to a live process.
 */
async function removeStale(lock: string): Promise<'removed' | 'not'> {
  if (!(await isStale(lock))) return 'not'
  const removing = `${lock}-removing`
  if (!(await isTaken(removing))) {
    // A process can die here as well: the one that renames the lock removes it.
    const gone = `${removing}-${randomUUID()}`
    if (await isStale(removing))
      await rename(removing, gone).then(
        () => rmdir(gone),
        () => undefined,
      )
    return 'not'
  }
  try {
    if (!(await isStale(lock))) return 'not'
    await rmdir(lock)
    return 'removed'
  } catch {
    return 'not'
  } finally {
    await rmdir(removing).catch(() => undefined)
  }
}

async function isStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > staleMs
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Undefined: no such file; empty: something else is there, or it cannot be read. Reads at most the size of a login: its
 * author may write without end.
 */
export async function readText(path: string): Promise<string | undefined> {
  const file = await openPlain(path)
  if (typeof file === 'string') return file === 'ENOENT' ? undefined : ''
  try {
    if (!(await file.stat()).isFile()) return ''
    const { bytesRead, buffer } = await file.read(Buffer.alloc(largestFile + 1))
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return ''
  } finally {
    await file.close()
  }
}

/** The draft is out of every agent's reach; it replaces whatever is at the file's path. */
export async function writeLent({ root, folder, lent }: SharedPlace, text: string): Promise<void> {
  const draft = join(root, `draft-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await placeFile(draft, text)
  try {
    await rename(draft, lent)
  } catch {
    await rm(lent, { recursive: true, force: true })
    await rename(draft, lent)
  }
}

/** `not`: the file changed since it was read, or it cannot be written (no rights, no space); it stays as it is. */
export async function writeHome(
  { home }: Pick<SharedPlace, 'home'>,
  seen: string,
  text: string,
): Promise<'written' | 'not'> {
  const draft = join(dirname(home), `.${basename(home)}-forge-${randomUUID()}`)
  try {
    await placeFile(draft, text)
    if ((await readText(home)) !== seen) return 'not'
    await rename(draft, home)
    return 'written'
  } catch {
    return 'not'
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Registers an attempt that uses the login; removing the file unregisters it. */
export async function addUser({ root }: SharedPlace): Promise<string> {
  const user = join(root, 'users', `${process.pid}-${randomUUID()}`)
  await placeFile(user, '')
  return user
}

/** Whether an attempt of a live Forge process uses the login. */
export async function isUsed({ root }: SharedPlace): Promise<boolean> {
  const users = join(root, 'users')
  let used = false
  for (const name of await readdir(users).catch(() => [])) {
    if (isAlive(Number(name.split('-', 1)[0]))) used = true
    else await rm(join(users, name), { force: true })
  }
  return used
}
