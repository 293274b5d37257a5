/** Files of a tree that are not in its commit, found through metadata only: nothing is opened, no link is followed. */
import { lstatSync, type Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OtherFile, OtherFiles } from '#model/tree-snapshot.ts'
import { fieldsOf, shownName } from './bytes.ts'
import type { Control } from './control.ts'
import { workPlace } from './make-tree.ts'
import type { TreePlaces } from './layout.ts'
import { git } from './run.ts'

const mostFiles = 1_000_000

/** Git's own files, which grow by themselves and run nothing. */
const passedBy = /^\.git\/(?:logs|objects\/(?!info$).+)$/u

export async function otherFilesIn(control: Control, places: TreePlaces): Promise<OtherFiles> {
  const { stdout } = await git(control.run, workPlace(control, places), ['ls-files', '-z'])
  const ofCommit = new Set(fieldsOf(stdout).map((field) => shownName(field)))
  const files = new Map<string, OtherFile>()
  const folders = new Set<string>()
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (files.size + folders.size > mostFiles) return { files, folders, isCutShort: true }
    folders.add(folder)
    for (const entry of await entriesOf(join(places.files, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!passedBy.test(path)) waiting.push(path)
      } else if (!ofCommit.has(path)) {
        const stamp = stampOf(join(places.files, path))
        if (stamp !== undefined) files.set(path, stamp)
      }
    }
  }
  return { files, folders, isCutShort: false }
}

/** A folder that is unreadable, or whose path is too long for the system, is skipped. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

function stampOf(path: string): OtherFile | undefined {
  try {
    const found = lstatSync(path, { bigint: true })
    const { ino, mode, size, mtimeNs, ctimeNs } = found
    return {
      stamp: [ino, mode, size, mtimeNs, ctimeNs].join(':'),
      isExecutable: found.isFile() && (mode & 0o111n) !== 0n,
    }
  } catch {
    return undefined
  }
}
