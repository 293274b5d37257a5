/**
 * Accesses paths below which an agent or a check can write, without following links: a link there could lead Forge out
 * of the sandbox. Every new access to such a path must be added here.
 *
 * | What they can write | Which code of Forge accesses it | What keeps a link from being followed |
 * |---|---|---|
 * | `private/kept-*`, for resumed sessions; holds the homes of agents over ACP | `session/private-place`, `session/login`, `acp` | this file; links in it are removed first; it is never searched for mounts. A login that replaced a link is read after the agent ended, and only if its folder is unchanged |
 * | `private/agent-*` (home, tmp, settings files) | `session`, `command` | made anew for each launch, filled through this file before the agent starts |
 * | `shared` of a lent login | `session/logins` | `openPlain`, bounded by the size of a login; written outside and renamed into place |
 * | the result file | `session/result` | `openPlain` |
 * | the temporary folder of a check or setup | `exec/pipe` | made anew for each command, opened before it starts |
 * | files of a tree | `git/snapshot`, `git/traces`, `exec/activity`, `setup/lockfiles` | `lstat` of every folder above, or a listing that distinguishes links from folders |
 * | `.git` of a tree | `git/decoy-git-dir` | written only into trees in which no program has run yet |
 * | a tree or private folder being removed | `git/removal`, `exec/discard` | renamed out of reach first, or its processes have ended; removal does not follow links |
 * | transcripts, records, journal | nothing in the sandbox | not visible there; transcripts are opened with `O_EXCL` and `O_NOFOLLOW` all the same |
 *
 * The folder that is passed to these functions is Forge's own: in the sandbox it is a mount point, which cannot be
 * replaced.
 */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, symlink, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const plainFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Opens a file to read, neither through a link nor from a pipe that never ends; or returns the error code. */
export async function openPlain(path: string): Promise<FileHandle | string> {
  return open(path, plainFlags).catch((error: NodeJS.ErrnoException) => error.code ?? 'unreadable')
}

/** The content of a regular file; undefined for anything else. */
export async function readPlain(path: string): Promise<Buffer | undefined> {
  const file = await openPlain(path)
  if (typeof file === 'string') return undefined
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}

/** Makes a folder for the owner alone, and removes anything else at that path. */
export async function placeFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found !== undefined && !found.isDirectory()) await unlink(path)
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** Writes a new file, replacing anything at that path. */
export async function placeFile(path: string, text: string): Promise<void> {
  await placeFolder(dirname(path))
  await rm(path, { recursive: true, force: true })
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

/** Makes a new link, replacing anything at that path. */
export async function placeLink(path: string, target: string): Promise<void> {
  await placeFolder(dirname(path))
  await rm(path, { recursive: true, force: true })
  await symlink(target, path)
}

/** Removes every link below a folder, and returns their paths, sorted. What cannot be listed stays. */
export async function removeLinks(folder: string): Promise<readonly string[]> {
  const removed: string[] = []
  const waiting = [folder]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
      const path = join(place, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      if (!entry.isSymbolicLink()) continue
      await unlink(path).catch(() => undefined)
      removed.push(relative(folder, path))
    }
  }
  return removed.toSorted()
}
