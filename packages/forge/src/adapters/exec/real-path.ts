/** The real path, even if its end does not exist yet. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(resolve(path))
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}
