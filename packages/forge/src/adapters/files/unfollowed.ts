/**
 * Paths below which an agent or a check can write, touched by Forge without following a link: one that stands there may
 * have been made to lead Forge out of the walls. Whoever adds a touch of such a path adds it here.
 *
 * | What they can write | Who of Forge touches it | What keeps a link from being followed |
 * |---|---|---|
 * | `private/kept-*`, kept for a resumed session; the homes of agents over ACP are in it | `session/private-place`, `session/login`, `acp` | this file; links in it are removed first; it is never searched for mounts. A login that stands in the place of a link is read when the agent has ended, and only where its folder is the one that it was |
 * | `private/agent-*` (home, tmp, settings files) | `session`, `command` | made anew for each launch, filled through this file before the agent starts |
 * | `shared` of a lent login | `session/logins` | `openPlain`, no more than a login can be; written outside of it and renamed into its place |
 * | the result file | `session/result` | `openPlain` |
 * | the temporary folder of a check or setup | `exec/pipe` | made anew for each command, opened before it starts |
 * | files of a tree | `git/snapshot`, `git/traces`, `exec/activity`, `setup/lockfiles` | `lstat` of every folder above, or a listing that tells links from folders |
 * | `.git` of a tree | `git/scenery` | written only into trees in which nothing has run yet |
 * | a tree or private folder on its way out | `git/removal`, `exec/discard` | renamed out of reach first, or its processes have ended; removal does not follow links |
 * | transcripts, records, journal | nobody behind walls | not there; transcripts are opened with `O_EXCL` and `O_NOFOLLOW` all the same |
 *
 * The folder itself that is named to these functions is Forge's own: behind walls it is a mount point, which nobody can replace.
 */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, symlink, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const plainFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A file to read, neither through a link nor from a pipe that never ends; or the code of why not. */
export async function openPlain(path: string): Promise<FileHandle | string> {
  return open(path, plainFlags).catch((error: NodeJS.ErrnoException) => error.code ?? 'unreadable')
}

/** What a plain file holds; undefined for anything else. */
export async function readPlain(path: string): Promise<Buffer | undefined> {
  const file = await openPlain(path)
  if (typeof file === 'string') return undefined
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}

/** A folder for the owner alone; whatever else stands in its place goes. */
export async function placeFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found !== undefined && !found.isDirectory()) await unlink(path)
  await mkdir(path, { recursive: true, mode: 0o700 })
}

/** A new file in the place of whatever stands there. */
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

/** A new link in the place of whatever stands there. */
export async function placeLink(path: string, target: string): Promise<void> {
  await placeFolder(dirname(path))
  await rm(path, { recursive: true, force: true })
  await symlink(target, path)
}

/** Removes every link below a folder, and answers where they were, sorted. What cannot be listed stays as it is. */
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
