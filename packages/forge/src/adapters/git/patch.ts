/** The diff of some files between two commits, for display. No attribute of the tree can hide it. */
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import { sound } from './commits.ts'
import { git, type Place, type RunProgram } from './run.ts'

export async function readPatch(
  run: RunProgram,
  place: Place,
  { from, to, paths }: { readonly from: Oid; readonly to: Oid; readonly paths: readonly string[] },
): Promise<string> {
  if (paths.length === 0) return ''
  const flags = ['-r', '-p', '--text', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
  const { stdout } = await git(run, place, ['diff-tree', ...flags, sound(from), sound(to), '--', ...paths])
  return textOf(stdout)
}
