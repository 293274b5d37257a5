/** The files that the commands of a project name, from its configuration and its package.json files. */
import { join } from 'node:path'
import { factsOf } from '#adapters/files/plain.ts'
import { readPlain } from '#adapters/files/unfollowed.ts'
import { listManifests } from '#adapters/git/index.ts'
import { namedPatterns, type Manifest } from '#config/detect/named.ts'
import type { Settings } from '#config/schema.ts'
import type { Oid } from '#model/ids.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import type { Repository } from '#forge/place/places.ts'

const mostManifests = 200
const mostBytes = 1_000_000

/** As path patterns of guarded changes, for a run that starts from this commit. */
export async function namedByProject(
  { root, gitDirectory }: Repository,
  base: Oid,
  settings: Settings,
): Promise<string[]> {
  const paths = await listManifests(gitProgram, { gitDir: gitDirectory }, base)
  const manifests = await Promise.all(paths.slice(0, mostManifests).map((path) => manifestAt(root, path)))
  const prepared = [...settings.setup, ...settings.teardown].map((run) => ({ run, cwd: '.' }))
  const commands = [...settings.verify.map(({ run, cwd }) => ({ run, cwd })), ...prepared]
  return namedPatterns(
    commands,
    manifests.flatMap((manifest) => (manifest === undefined ? [] : [manifest])),
  )
}

/** A manifest that is missing, no plain file or too large names nothing. */
async function manifestAt(root: string, path: string): Promise<Manifest | undefined> {
  const file = join(root, path)
  if ((factsOf(file)?.bytes ?? 0) > mostBytes) return undefined
  const text = (await readPlain(file))?.toString('utf8')
  return text === undefined ? undefined : { path, text }
}
