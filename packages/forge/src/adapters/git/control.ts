/**
 * The control repository: Forge's own bare copy of the user's repository, the only place where it stages, commits and
 * merges (D4).
 *
 * 1. It exists completely or not at all: it is built elsewhere and renamed into place.
 * 2. It is never garbage-collected or repacked; objects are only added.
 * 3. It depends on no file of the user: what they prune, amend or delete stays here.
 * 4. Creating and refreshing only read the user's refs and object files.
 */
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say, type Said } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import { textOf } from './bytes.ts'
import { hasCode } from './fault.ts'
import { passingName } from './layout.ts'
import { oneAtATime } from './mutex.ts'
import { linkObjects, objectDirectories, packObjects, presentOf, type Linked } from './objects.ts'
import { configText, copyIfThere } from './observe.ts'
import { deletePassing } from './removal.ts'
import type { RepositoryFacts } from './repository.ts'
import { git, type Place, type RunProgram } from './run.ts'
import type { Identity } from './settings.ts'

export interface ControlOptions {
  readonly userRepository: RepositoryFacts
  /** Forge's state of this repository; created when absent. */
  readonly stateDirectory: string
  readonly run: RunProgram
  /** Gets notices for users: copied bytes, removed stale locks. */
  readonly notice?: (text: Said) => void
}

export interface Control {
  readonly run: RunProgram
  readonly user: RepositoryFacts
  readonly stateDirectory: string
  readonly place: Place
  /** The file with the ignore rules that were read from the user's configuration. */
  readonly excludesFile: string
  readonly identity: Identity
  notice(text: Said): void
}

/** The committer when the user has configured none. */
const nobody: Identity = { name: 'Forge', email: 'forge@localhost' }

/** Creates the control repository or opens the existing one, and updates it from the user's. */
export async function openControl(options: ControlOptions): Promise<Control> {
  await mkdir(options.stateDirectory, { recursive: true, mode: 0o700 })
  const stateDirectory = await realpath(options.stateDirectory)
  const control: Control = {
    run: options.run,
    user: options.userRepository,
    stateDirectory,
    place: { gitDir: join(stateDirectory, 'control.git') },
    excludesFile: join(stateDirectory, 'excludes'),
    identity: options.userRepository.settings.identity ?? nobody,
    notice: (text) => options.notice?.(text),
  }
  await oneAtATime(stateDirectory, async () => refresh(control, await create(control)))
  return control
}

/** `whole`: just created, with everything the user's repository has. */
async function create(control: Control): Promise<'whole' | 'older'> {
  const { gitDir } = control.place
  if (await isThere(join(gitDir, 'HEAD'))) return 'older'
  const making = passingName(control.stateDirectory, 'making', 'control.git')
  for (const folder of ['refs', 'objects/info', 'objects/pack', 'info'])
    await mkdir(join(making, folder), { recursive: true })
  await writeFile(join(making, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(making, 'config'), `${configText(control.user.objectFormat)}${quietly}`)
  await copyIfThere(join(control.user.commonDir, 'shallow'), join(making, 'shallow'))
  const linked = await linkObjects(await userObjects(control), join(making, 'objects'))
  announce(control, linked)
  try {
    await rename(making, gitDir)
    return linked.isWhole ? 'whole' : 'older'
  } catch (error) {
    // Another process was faster; its copy is equal.
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
    await deletePassing(control.stateDirectory, making)
    return 'older'
  }
}

const quietly = '[core]\n\tbare = true\n\tlogAllRefUpdates = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n'

function announce(control: Control, { copiedBytes }: Linked): void {
  if (copiedBytes > 0) control.notice(say('git.copiedObjects', { size: Math.ceil(copiedBytes / 1_000_000) }))
}

/** Object directories of the user, and those that they borrow from. */
async function userObjects(control: Control): Promise<readonly string[]> {
  return objectDirectories(join(control.user.commonDir, 'objects'))
}

async function refresh(control: Control, made: 'whole' | 'older'): Promise<void> {
  const { run, place, user } = control
  await writeFile(join(place.gitDir, 'info', 'exclude'), user.settings.infoExclude)
  await writeFile(join(place.gitDir, 'info', 'sparse-checkout'), user.settings.sparse?.patterns ?? '')
  await writeFile(control.excludesFile, user.settings.excludes)
  const depth = await takeShallow(control)
  const tips = await userTips(control)
  const known = new Set(made === 'older' && depth === 'same' ? await keptTips(control) : [])
  const wanted = tips.filter((tip) => !known.has(tip))
  if (wanted.length === 0) return
  const there = made === 'whole' ? new Set(await presentOf(run, place, wanted)) : new Set<Oid>()
  const missing = wanted.filter((tip) => !there.has(tip))
  if (missing.length > 0)
    await packObjects(run, { ...place, borrowed: await userObjects(control) }, missing, [...known, ...there])
  const lines = wanted.map((tip) => `update refs/user/${tip} ${tip}\n`)
  await git(run, place, ['update-ref', '--stdin'], { input: lines.join('') })
}

/** Copies the user's shallow boundary; after a change no object can be assumed present. */
async function takeShallow(control: Control): Promise<'same' | 'changed'> {
  const own = join(control.place.gitDir, 'shallow')
  const theirs = join(control.user.commonDir, 'shallow')
  const [before, after] = await Promise.all([own, theirs].map((path) => readFile(path, 'utf8').catch(() => '')))
  if (before === after) return 'same'
  await rm(own, { force: true })
  await copyIfThere(theirs, own)
  return 'changed'
}

/** The current tips of HEAD and the branches, and the commit on which the run was started. */
async function userTips(control: Control): Promise<readonly Oid[]> {
  const { user, run } = control
  const { stdout } = await git(run, { gitDir: user.gitDir }, ['show-ref', '--head', '--heads'], { accept: [0, 1] })
  const lines = textOf(stdout)
    .split('\n')
    .filter((line) => line !== '')
  const tips = new Set([user.head, ...lines.map((line) => line.split(' ')[0] ?? '')])
  // The first commit may be pruned by now; control has it already.
  return [...tips]
}

async function keptTips(control: Control): Promise<readonly Oid[]> {
  const { stdout } = await git(control.run, control.place, ['for-each-ref', '--format=%(objectname)', 'refs/user'])
  return textOf(stdout)
    .split('\n')
    .filter((line) => line !== '')
}

async function isThere(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  )
}
