/**
 * The `.git` of an agent's tree: enough for `git status`, `diff` and `log`, and Forge never reads it again. It borrows
 * the control repository's objects and has one branch, no remote and no hook. An agent may break it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Oid } from '#model/ids.ts'
import { readCommit } from './commits.ts'
import type { Control } from './control.ts'
import { copyIndex } from './index-copy.ts'
import type { TreePlaces } from './layout.ts'
import { configText, copyIfThere } from './observe.ts'

const branch = 'work'

export async function makeDecoyGitDir(control: Control, places: TreePlaces, commit: Oid): Promise<void> {
  const scene = join(places.files, '.git')
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    await mkdir(join(scene, folder), { recursive: true })
  await writeFile(join(scene, 'HEAD'), `ref: refs/heads/${branch}\n`)
  await writeFile(join(scene, 'refs', 'heads', branch), `${commit}\n`)
  await writeFile(join(scene, 'objects', 'info', 'alternates'), `${join(control.place.gitDir, 'objects')}\n`)
  await writeFile(join(scene, 'config'), sceneConfig(control))
  const { excludes, infoExclude, sparse } = control.user.settings
  if (sparse !== undefined) await writeFile(join(scene, 'info', 'sparse-checkout'), sparse.patterns)
  await writeFile(join(scene, 'info', 'exclude'), `${excludes}\n${infoExclude}`)
  await copyIfThere(join(control.place.gitDir, 'shallow'), join(scene, 'shallow'))
  await copyIndex(places.index, join(scene, 'index'))
}

/** The state just before the commit: HEAD on its first parent, the index unchanged, the message where git puts it. */
export async function stageForHooks(control: Control, places: TreePlaces, commit: Oid): Promise<void> {
  const scene = join(places.files, '.git')
  const { parent, message } = await readCommit(control, commit)
  if (parent === undefined) await rm(join(scene, 'refs', 'heads', branch), { force: true })
  else await writeFile(join(scene, 'refs', 'heads', branch), `${parent}\n`)
  await writeFile(join(scene, 'COMMIT_EDITMSG'), message)
}

function sceneConfig(control: Control): string {
  const { tree, sparse } = control.user.settings
  const { name, email } = control.identity
  return [
    configText(control.user.objectFormat).trimEnd(),
    '[core]',
    '\tbare = false',
    `\tfilemode = ${tree.fileMode}`,
    `\tsymlinks = ${tree.symlinks}`,
    `\tignorecase = ${tree.ignoreCase}`,
    `\tautocrlf = ${tree.autocrlf}`,
    `\teol = ${tree.eol}`,
    ...(sparse === undefined ? [] : ['\tsparseCheckout = true', `\tsparseCheckoutCone = ${sparse.cone}`]),
    '[gc]',
    '\tauto = 0',
    '[user]',
    `\tname = ${JSON.stringify(name)}`,
    `\temail = ${JSON.stringify(email)}`,
    '',
  ].join('\n')
}
