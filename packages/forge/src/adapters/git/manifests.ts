/** Finds the package.json files of a commit. */
import type { Oid } from '#model/ids.ts'
import { fieldsOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import { git, type Place, type RunProgram } from './run.ts'

export async function listManifests(run: RunProgram, place: Place, commit: Oid): Promise<readonly string[]> {
  const { stdout } = await git(run, place, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', sound(commit)])
  return fieldsOf(stdout)
    .map((field) => textOf(field))
    .filter((path) => path === 'package.json' || path.endsWith('/package.json'))
}
