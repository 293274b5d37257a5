/**
 * The port `Trees`: working trees under the state directory, by id.
 *
 * 1. A tree exists completely or not at all: it is filled in `making/` and renamed into place, and removed by a rename.
 * 2. Trees share no writable file, so any number is made in parallel; one call at a time works on a tree.
 * 3. An agent's changes to its `.git`, index or files affect no other tree and not the control repository.
 */
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Trees } from '#engine/ports.ts'
import type { SizeLimits } from '#model/boundary-sizes.ts'
import type { Oid, RunId } from '#model/ids.ts'
import type { Control } from './control.ts'
import { hasCode, isDiskFull } from './fault.ts'
import { editsIn } from './edits.ts'
import { fillTree } from './make-tree.ts'
import { pathOf, soundId, treePlaces, type TreePlaces } from './layout.ts'
import { oneAtATime } from './mutex.ts'
import { otherFilesIn } from './untracked-files.ts'
import { deletePassing, discardFolder, sweepPassing } from './removal.ts'
import { stageForHooks } from './decoy-git-dir.ts'
import { snapshotTree, type Snapshot } from './snapshot.ts'
import { fillSubmodules } from './submodules.ts'

export interface GitTrees extends Trees {
  /** The directory of a tree's files, whether it exists or not: for callers that start processes in it. */
  pathOf(id: string): string
}

export async function openTrees(control: Control): Promise<GitTrees> {
  const { stateDirectory } = control
  await mkdir(join(stateDirectory, 'trees'), { recursive: true })
  await sweepPassing(control)
  const alone = async <T>(id: string, work: (places: TreePlaces) => Promise<T>): Promise<T> => {
    const places = treePlaces(stateDirectory, id)
    return oneAtATime(places.folder, () => work(places))
  }
  return {
    pathOf: (id) => pathOf(stateDirectory, id),
    list: (run) => listTrees(stateDirectory, run),
    make: (id, commit) =>
      alone(id, async (places) => ((await isTree(places)) ? 'exists' : bring(control, id, places, commit))),
    reset: (id, commit) =>
      alone(id, async (places) => {
        if (!(await isTree(places))) return 'missing'
        const brought = await bring(control, id, places, commit)
        return brought === 'disk' ? 'disk' : 'reset'
      }),
    poise: (id, commit) => alone(id, (places) => stageForHooks(control, places, commit)),
    snapshot: (id, sizes) => alone(id, (places) => snapshot(control, places, sizes)),
    edits: (id) => alone(id, (places) => editsIn(control, places)),
    others: (id) => alone(id, (places) => otherFilesIn(control, places)),
    remove: (id) => alone(id, ({ folder }) => discardFolder(control, folder)),
    moveAside: (id) => alone(id, (places) => setAside(stateDirectory, id, places)),
  }
}

/** Existing trees of a run, sorted. */
export async function listTrees(stateDirectory: string, run: RunId): Promise<readonly string[]> {
  const names = await readdir(join(stateDirectory, 'trees')).catch(() => [])
  return names.filter((name) => name.startsWith(`${run}.`)).toSorted()
}

async function isTree({ files }: TreePlaces): Promise<boolean> {
  const found = await lstat(files).catch(() => undefined)
  return found?.isDirectory() ?? false
}

/** Fills a new tree and replaces any existing one. */
async function bring(
  control: Control,
  id: string,
  places: TreePlaces,
  commit: Oid,
): Promise<'made' | 'exists' | 'disk'> {
  const { stateDirectory } = control
  try {
    const filled = await fillTree(control, id, commit)
    await withSubmodules(control, filled, commit)
    await discardFolder(control, places.folder)
    try {
      await rename(filled.folder, places.folder)
      return 'made'
    } catch (error) {
      // Another process made it meanwhile.
      if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
      await deletePassing(stateDirectory, filled.folder)
      return 'exists'
    }
  } catch (error) {
    if (isDiskFull(error)) return 'disk'
    throw error
  }
}

/** A failure leaves nothing of it, as with a filled tree. */
async function withSubmodules(control: Control, { folder, files }: TreePlaces, commit: Oid): Promise<void> {
  try {
    await fillSubmodules(control, commit, files)
  } catch (error) {
    await deletePassing(control.stateDirectory, folder)
    throw error
  }
}

async function snapshot(
  control: Control,
  places: TreePlaces,
  sizes: SizeLimits | undefined,
): Promise<Snapshot | 'missing'> {
  if (await isTree(places)) return snapshotTree(control, places, sizes)
  // The agent removed its own tree: the rest is Forge's own.
  await discardFolder(control, places.folder)
  return 'missing'
}

async function setAside(stateDirectory: string, id: string, { folder }: TreePlaces): Promise<void> {
  for (let n = 1; ; n += 1) {
    const aside = join(stateDirectory, 'aside', `${soundId(id)}@${n}`)
    await mkdir(dirname(aside), { recursive: true })
    if ((await lstat(aside).catch(() => undefined)) !== undefined) continue
    try {
      return await rename(folder, aside)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
    }
  }
}
