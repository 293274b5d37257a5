/**
 * Files of a tree that differ from its commit, with their current state. Forge's own index shows which files to read:
 * the times and sizes of the others are those of the checkout. Nothing is staged, the tree's `.git` is not read.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EditedFiles } from '#model/tree-snapshot.ts'
import { fieldsOf, firstLine, shownName } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { workPlace } from './make-tree.ts'
import { copyIndex } from './index-copy.ts'
import type { TreePlaces } from './layout.ts'
import { git } from './run.ts'
import { lstatInside, restartIndex } from './snapshot.ts'

export async function editsIn(control: Control, places: TreePlaces): Promise<EditedFiles> {
  const base = sound(firstLine(await readFile(places.base)))
  const copy = `${places.index}.${process.pid}`
  const place = { ...workPlace(control, places), indexFile: copy }
  try {
    await copyIndex(places.index, copy).catch(() => restartIndex(control, place, { base, folder: places.folder }))
    const { stdout } = await git(control.run, place, ['ls-files', '-z', '--modified', '--deleted'])
    const paths = [...new Set(fieldsOf(stdout).map((field) => shownName(field)))]
    const edits = new Map<string, string>()
    for (const path of paths) edits.set(path, await lookAt(places.files, path))
    return edits
  } finally {
    for (const left of [copy, `${copy}.lock`]) await rm(left, { force: true })
  }
}

/** An unreadable file has a state of its own. */
async function lookAt(root: string, path: string): Promise<string> {
  const found = await lstatInside(root, path)
  if (found === undefined) return 'gone'
  if (found.isSymbolicLink()) return `link ${await readlink(join(root, path)).catch(() => '')}`
  if (!found.isFile()) return 'special'
  const hash = createHash('sha256')
  const isRead = await pipeline(createReadStream(join(root, path)), hash).then(
    () => true,
    () => false,
  )
  return `${found.mode & 0o111} ${isRead ? hash.digest('hex') : 'unreadable'}`
}
