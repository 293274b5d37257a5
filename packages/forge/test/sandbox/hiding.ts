/** A PATH that leads to all the same programs but one. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders that hold the program are replaced by folders of links, below `into`. */
export function pathWithout(program: string, path: string, into: string): string {
  return path
    .split(delimiter)
    .map((folder, at) => {
      const names = namesIn(folder)
      if (!names.includes(program)) return folder
      const links = join(into, `path-${at}`)
      mkdirSync(links, { recursive: true })
      for (const name of names) if (name !== program) symlinkSync(join(folder, name), join(links, name))
      return links
    })
    .join(delimiter)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
