/**
 * A copy of the home that setup fills. Cloned if the file system can; download caches of package managers are left out,
 * because they are large and no check installs anything.
 *
 * 1. No link is followed: it is copied as a link.
 * 2. Entries that vanish meanwhile, or are neither file, folder nor link, are left out: another setup may be running
 *    there.
 */
import { constants, type Dirent } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'

const downloads = new Set([
  '.npm/_cacache',
  '.npm/_logs',
  '.cache/yarn',
  '.cache/pnpm',
  '.cache/pip',
  '.cache/composer',
  '.bun/install/cache',
])

/** Into an existing folder; a missing home counts as an empty one. */
export async function copyHome(from: string, to: string, folder = from): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(unlessGone<Dirent[]>([]))) {
    const [source, way] = [join(folder, entry.name), relative(from, join(folder, entry.name))]
    if (downloads.has(way)) continue
    const target = join(to, way)
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 })
      await copyHome(from, to, source)
    } else await copyEntry(entry, source, target).catch(unlessGone(undefined))
  }
}

async function copyEntry(entry: Dirent, source: string, target: string): Promise<void> {
  if (entry.isSymbolicLink()) return symlink(await readlink(source), target)
  if (!entry.isFile()) return
  const { mode, atime, mtime } = await lstat(source)
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  // Tool chains compare times to find what is up to date. Some write-protect their files; a check may change its own
  // copy.
  await utimes(target, atime, mtime)
  await chmod(target, mode | 0o200)
}

function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead
    throw error
  }
}
