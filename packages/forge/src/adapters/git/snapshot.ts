/**
 * Makes a tree object from the current files: all that are not ignored, through Forge's own index and the control git
 * directory. The agent's `.git` is not read.
 *
 * 1. Files are listed and staged by plumbing that starts no other program: not even `git status` in a nested
 *    repository.
 * 2. It works on a copy of the index and replaces the index at the end, so that a crash leaves the old one and no lock.
 * 3. What may not be committed (I-30) is refused with a sentence per path; the files stay unchanged.
 */
import type { Stats } from 'node:fs'
import { lstat, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { raw, say, type Said } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import { defaultSizes, type SizeLimits } from '#model/boundary-sizes.ts'
import { objection, objectionsTo, type Objection } from './audit.ts'
import { fieldsOf, firstLine, nameOf, shownName } from './bytes.ts'
import { linksOf, sound } from './commits.ts'
import type { Control } from './control.ts'
import { GitFault, isDiskFull } from './fault.ts'
import { fillTree, workPlace } from './make-tree.ts'
import { filterObjections } from './filters.ts'
import { copyIndex } from './index-copy.ts'
import type { TreePlaces } from './layout.ts'
import { listTree, modes, type Listing } from './listing.ts'
import { isGitFile, objectionToName } from './names.ts'
import { deletePassing } from './removal.ts'
import { git, type Place, type RunAnswer } from './run.ts'
import { objectionsToSize } from './sizes.ts'

export type Snapshot = Oid | { readonly refused: readonly Said[] }

const mostSentences = 20
/** More changed files than this are never intended. */
const mostFiles = 200_000

export async function snapshotTree(
  control: Control,
  places: TreePlaces,
  sizes: SizeLimits = defaultSizes,
): Promise<Snapshot> {
  const base = sound(firstLine(await readFile(places.base)))
  const before = await listTree(control.run, control.place, base)
  const lost = { base, folder: places.folder }
  const copy = `${places.index}.${process.pid}`
  const place = { ...workPlace(control, places), indexFile: copy }
  try {
    await rm(`${copy}.lock`, { force: true })
    await copyIndex(places.index, copy).catch(() => restartIndex(control, place, lost))
    const listed = await listFiles(control, place, lost)
    const staged = await stageFiles(control, place, listed, { before, base, sizes })
    if (staged.length > 0) return refused(staged)
    const { stdout } = await git(control.run, place, ['write-tree'])
    const tree = sound(firstLine(stdout))
    const objections = await auditTree(control, place, tree, before)
    if (objections.length > 0) return refused(objections)
    await rename(copy, places.index)
    return tree
  } finally {
    for (const left of [copy, `${copy}.lock`]) await rm(left, { force: true })
  }
}

function refused(objections: readonly Objection[]): Snapshot {
  const sentences = [...new Map(objections.map(({ text }) => [JSON.stringify(text), text])).values()]
  const more = sentences.length - mostSentences
  return { refused: [...sentences.slice(0, mostSentences), ...(more > 0 ? [say('land.more', { count: more })] : [])] }
}

/**
 * A new index from the base, for a lost or damaged one: taken from a tree filled for the purpose, so that it also
 * records which files are not checked out. Its times match no file here, so every content is compared.
 */
export async function restartIndex(control: Control, place: Place, { base, folder }: Lost): Promise<void> {
  const filled = await fillTree(control, basename(folder), base)
  if (place.indexFile !== undefined) await copyIndex(filled.index, place.indexFile)
  await deletePassing(control.stateDirectory, filled.folder)
}

interface Lost {
  readonly base: Oid
  readonly folder: string
}

/** Files that differ from the index or are not in it, without ignored ones. */
async function listFiles(control: Control, place: Place, lost: Lost): Promise<RunAnswer> {
  const list = ['ls-files', '-z', '-t', '--others', '--modified', '--deleted', '--exclude-standard']
  try {
    return await git(control.run, place, list)
  } catch (error) {
    if (!(error instanceof GitFault)) throw error
    await restartIndex(control, place, lost)
    return git(control.run, place, list)
  }
}

/** Updates the index from the files. */
async function stageFiles(
  control: Control,
  place: Place,
  { stdout, stderr }: RunAnswer,
  { before, base, sizes }: Grounds,
): Promise<readonly Objection[]> {
  // If a path is too long to be opened, git also cuts it in its message.
  const unread = /could not open directory '(.+?)(?:': |$)/mu.exec(stderr)?.[1]
  if (unread !== undefined) return [objection(unread, say('path.unreadable'))]
  const gitlinks = new Set(before.entries.flatMap(({ mode, path }) => (mode === modes.gitlink ? [path] : [])))
  const root = place.workTree ?? ''
  const names = distinct(fieldsOf(stdout))
  if (names.length > mostFiles) return [{ path: '', text: say('path.tooManyChanged', { count: mostFiles }) }]
  const known = new Set(before.entries.map(({ path }) => path))
  const found = await Promise.all(names.map((bytes) => examine(root, bytes, { gitlinks, known })))
  const objections = found.flatMap((one) => (one.stage === 'refuse' ? [one.objection] : []))
  if (objections.length > 0) return objections
  const gone = found.flatMap((one) => (one.stage === 'remove' ? [one.path] : []))
  const added = found.flatMap((one) => (one.stage === 'add' ? [one] : []))
  const large = await objectionsToSize(control, { base, sizes, added })
  if (large.length > 0) return large
  return stage(
    control,
    place,
    gone,
    added.map(({ path }) => path),
  )
}

/** The trees to compare the staged files with, and the size limit. */
interface Grounds {
  readonly before: Listing
  readonly base: Oid
  readonly sizes: SizeLimits
}

/** A changed file that was deleted is listed twice, as modified and as deleted. */
function distinct(fields: readonly Uint8Array[]): Uint8Array[] {
  const names = fields.map((field) => field.subarray(2))
  return [...new Map(names.map((name) => [Buffer.from(name).toString('latin1'), name])).values()]
}

type Examined =
  | { readonly stage: 'add'; readonly path: string; readonly bytes: number }
  | { readonly stage: 'remove'; readonly path: string }
  | { readonly stage: 'skip' }
  | { readonly stage: 'refuse'; readonly objection: Objection }

/** Paths of the base: its submodules, and all others. */
interface Known {
  readonly gitlinks: ReadonlySet<string>
  readonly known: ReadonlySet<string>
}

async function examine(root: string, bytes: Uint8Array, { gitlinks, known }: Known): Promise<Examined> {
  const path = nameOf(bytes)
  if (path === undefined) return { stage: 'refuse', objection: objection(shownName(bytes), say('path.notUtf8')) }
  // Git lists a repository inside the tree as a directory.
  if (path.endsWith('/')) return { stage: 'refuse', objection: objection(path, say('path.repositoryOfItsOwn')) }
  const why = known.has(path) ? undefined : objectionToName(path)
  if (why !== undefined) return { stage: 'refuse', objection: objection(path, why) }
  const found = await lstatInside(root, path)
  if (found === undefined) return { stage: 'remove', path }
  if (found.isDirectory()) return examineDirectory(root, path, gitlinks)
  if (found.isSymbolicLink() && isGitFile(path))
    return { stage: 'refuse', objection: objection(path, say('path.linkNotFollowed')) }
  if (found.isFile() || found.isSymbolicLink()) return { stage: 'add', path, bytes: found.size }
  return { stage: 'refuse', objection: objection(path, say('path.neitherFileNorLink')) }
}

/** A directory where the base has something else. A submodule of the user keeps its commit, whatever is in it. */
async function examineDirectory(root: string, path: string, gitlinks: ReadonlySet<string>): Promise<Examined> {
  if (gitlinks.has(path)) return { stage: 'skip' }
  const isRepository = (await lstatInside(root, `${path}/.git`)) !== undefined
  return isRepository
    ? { stage: 'refuse', objection: objection(path, say('path.repositoryOfItsOwn')) }
    : { stage: 'remove', path }
}

/** The file itself, never one reached through a link. */
export async function lstatInside(root: string, path: string): Promise<Stats | undefined> {
  const above = dirname(path)
  if (above !== '.') {
    const folder = await lstatInside(root, above)
    if (folder === undefined || !folder.isDirectory()) return undefined
  }
  return lstat(join(root, path)).catch(() => undefined)
}

async function stage(
  control: Control,
  place: Place,
  gone: readonly string[],
  kept: readonly string[],
): Promise<readonly Objection[]> {
  const zero = '0'.repeat(control.user.objectFormat === 'sha1' ? 40 : 64)
  try {
    if (gone.length > 0) {
      const input = gone.map((path) => `0 ${zero}\t${path}\0`).join('')
      await git(control.run, place, ['update-index', '-z', '--index-info'], { input })
    }
    if (kept.length > 0) {
      const input = kept.map((path) => `${path}\0`).join('')
      await git(control.run, place, ['update-index', '-z', '--add', '--replace', '--stdin'], { input })
    }
    return []
  } catch (error) {
    if (!(error instanceof GitFault) || isDiskFull(error)) throw error
    const said = error.stderr.trim().split('\n', 1)[0] ?? ''
    return [{ path: '', text: said === '' ? say('git.refusedFile') : raw(said) }]
  }
}

async function auditTree(control: Control, place: Place, tree: Oid, before: Listing): Promise<readonly Objection[]> {
  const listing = await listTree(control.run, control.place, tree)
  const objections = objectionsTo({ listing, links: await linksOf(control, listing) }, [before])
  return [...objections, ...(await filterObjections(control, place, listing, before))]
}
