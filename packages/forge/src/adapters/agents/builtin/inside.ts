/**
 * Paths that stay inside the tree (F-27): neither `..`, nor an absolute path, nor a link leads a file tool out of it,
 * and none leads it into git's own files. Commands are not bound by this: the sandbox contains them.
 */
import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** The real path of an existing or new file. Throws with a text for the model. */
export async function insideOf(root: string, path: string): Promise<string> {
  const top = await realpath(root)
  const wanted = resolve(top, path)
  refuseUnless(isWithin(top, wanted), path)
  const real = await realOf(wanted)
  refuseUnless(isWithin(top, real), path)
  if (
    relative(top, real)
      .split(sep)
      .some((part) => part.toLowerCase() === '.git')
  )
    throw new Error(`${path}: git's own files are not yours to touch`)
  return real
}

/**
 * Resolves an existing path completely; for a missing one, the nearest existing folder above. A broken link is refused.
 */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (await exists(path)) throw new Error(`${path} is a link to nowhere`, { cause: error })
    return join(await realOf(dirname(path)), path.slice(dirname(path).length))
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

function isWithin(top: string, path: string): boolean {
  const way = relative(top, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function refuseUnless(isFine: boolean, path: string): void {
  if (!isFine) throw new Error(`${path} is outside of your working directory`)
}
