/**
 * A throwaway copy of the project for rehearsals: its committed files, its current presets and settings, and scripts.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, run } from '#adapters/exec/index.ts'
import { copyFolder, isThere, makeFolder, makeOwnFolder, removePath, writeText } from '#adapters/files/plain.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'
import { rehearsalPaths, rehearsalScript, type Rehearsed, type RehearsalPath } from './script.ts'

export interface Rehearsal {
  /** The copy. */
  readonly project: string
  /** The directory of its journal and trees. */
  readonly state: string
  scriptOf(path: RehearsalPath): string
  end(): void
}

export async function prepareRehearsal(root: string, rehearsed: Rehearsed): Promise<Result<Rehearsal, Refusal>> {
  const folder = makeOwnFolder(join(tmpdir(), 'forge-rehearse-'))
  const end = (): void => removePath(folder)
  const project = join(folder, 'copy')
  const env = environmentOf({ home: folder, tmp: folder, set: { GIT_CONFIG_NOSYSTEM: '1' } })
  const args = ['clone', '--quiet', '--local', '--no-hardlinks', '--', root, project]
  const cloned = await run({ file: 'git', args, cwd: folder, env, wallMs: 600_000 })
  if (cloned.exitCode !== 0) {
    end()
    const why = cloned.unavailable ?? cloned.stderr.tail.toString('utf8').trim()
    return failed(
      refusal('no-copy', say('rehearsal.projectCannotBeCopied', { why }), say('rehearsal.commitSomethingFirst')),
    )
  }
  const own = join(root, '.forge')
  if (isThere(own)) copyFolder(own, join(project, '.forge'))
  const scriptOf = (path: RehearsalPath): string => join(folder, `${path}.json`)
  for (const path of rehearsalPaths) writeText(scriptOf(path), JSON.stringify(rehearsalScript(rehearsed, path)))
  const state = join(folder, 'state')
  makeFolder(state)
  return success({ project, state, scriptOf, end })
}
