/**
 * What a command of a check changed of the files that later commands run or read as settings. The commands of a check
 * share a tree, so that tests find what a build made; the first one runs the code of an agent, which could blank the
 * linter that is next.
 *
 * 1. Files of the commit: any change or removal counts.
 * 2. Files that the commit does not have and that existed before the first command: installed programs and libraries,
 *    settings, and executables. Other ignored files (build outputs, caches, databases, logs) may be written.
 * 3. New files: those among installed dependencies, and settings in folders that existed before. In a folder that
 *    commands made themselves (`dist/package.json`) they belong to what was built.
 */
import { raw, say, type Said } from '#messages/said.ts'
import type { EditedFiles, OtherFile, OtherFiles } from '#model/tree-snapshot.ts'
import { dependencyFolder, folderOfSettings, isOfGit, isOutput, isSetting } from './command-inputs.ts'

export function editedBetween(before: EditedFiles, after: EditedFiles): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}

export interface Touched {
  /** They existed before and have another stamp now: whether their content changed remains to be compared. */
  readonly touched: readonly string[]
  /** Paths that are new or removed; and a note when there are more files than can be compared. */
  readonly certain: readonly Said[]
}

export function touchedBetween(before: OtherFiles, after: OtherFiles): Touched {
  const touched: string[] = []
  const certain: string[] = []
  for (const [path, file] of before.files) {
    const now = after.files.get(path)
    if (now?.stamp === file.stamp || !isInstalled(path, file)) continue
    if (now === undefined) certain.push(path)
    else touched.push(path)
  }
  for (const path of after.files.keys()) if (!before.files.has(path) && isSmuggled(path, before)) certain.push(path)
  const beyond = after.isCutShort && !before.isCutShort ? [say('gate.tooManyFiles')] : []
  return { touched: touched.toSorted(), certain: [...certain.toSorted().map(raw), ...beyond] }
}

function isInstalled(path: string, { isExecutable }: OtherFile): boolean {
  if (isOfGit(path) || dependencyFolder(path) !== undefined) return true
  return !isOutput(path) && (isExecutable || isSetting(path))
}

/** A whole new folder of dependencies was installed by a command: some projects do that instead of `setup`. */
function isSmuggled(path: string, { folders }: OtherFiles): boolean {
  if (isOfGit(path)) return true
  const dependency = dependencyFolder(path)
  if (dependency !== undefined) return folders.has(dependency)
  return isSetting(path) && !isOutput(path) && folders.has(folderOfSettings(path))
}
