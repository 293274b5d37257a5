/** Makes a new tree with the content of a commit, complete before it is visible: built in `making/`, then renamed. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { Oid } from '#model/ids.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { passingName, placesIn, type TreePlaces } from './layout.ts'
import { makeDecoyGitDir } from './decoy-git-dir.ts'
import { deletePassing } from './removal.ts'
import { git, type Place } from './run.ts'
import { sparseFlags, treeFlags } from './settings.ts'

/**
 * For work on a tree's files: control's git directory, Forge's index, the user's settings for lines, modes and ignores.
 */
export function workPlace(control: Control, places: TreePlaces): Place {
  const { settings: user } = control.user
  const settings = [...treeFlags(user.tree), ...sparseFlags(user), `core.excludesFile=${control.excludesFile}`]
  return { ...control.place, workTree: places.files, indexFile: places.index, settings }
}

/** A failure leaves nothing of it, above all not on a full disk. */
export async function fillTree(control: Control, id: string, commit: Oid): Promise<TreePlaces> {
  const places = placesIn(passingName(control.stateDirectory, 'making', id))
  try {
    await mkdir(places.files, { recursive: true })
    await git(control.run, workPlace(control, places), ['read-tree', '--reset', '-u', sound(commit)])
    await writeFile(places.base, `${commit}\n`)
    await makeDecoyGitDir(control, places, commit)
    return places
  } catch (error) {
    await deletePassing(control.stateDirectory, places.folder)
    throw error
  }
}
