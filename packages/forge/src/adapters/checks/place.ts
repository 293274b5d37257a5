/** Where a check runs: inside its tree, and nowhere else, links followed. */
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'

export async function placeInTree(tree: string, cwd: string): Promise<Result<string, Said>> {
  const root = await realpath(tree).catch(() => undefined)
  if (root === undefined) return failed(say('check.treeNotThere'))
  const place = isAbsolute(cwd) ? undefined : await realpath(join(root, cwd)).catch(() => undefined)
  const way = place === undefined ? '..' : relative(root, place)
  if (place === undefined || way === '..' || way.startsWith('../') || isAbsolute(way))
    return failed(say('check.notDirectoryInTree', { path: JSON.stringify(cwd) }))
  return (await stat(place)).isDirectory()
    ? success(place)
    : failed(say('check.notDirectory', { path: JSON.stringify(cwd) }))
}
