/**
 * Submodules in trees, as files: the content of the recorded commit, taken from the repositories in the user's own
 * checkout.
 *
 * 1. Nothing is fetched, and no hook, filter or configuration of a submodule is used: a temporary git directory borrows
 *    its objects.
 * 2. The content is exactly that of the recorded commit. Its paths are checked like those of the repository itself.
 * 3. In the tree it has no `.git`: changes there are no part of the work, which keeps the recorded commit.
 * 4. One that cannot be filled stays an empty folder. A caller that starts a run checks first which those are.
 */
import { lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Oid } from '#model/ids.ts'
import type { Control } from './control.ts'
import { GitFault, isDiskFull } from './fault.ts'
import { listTree, modes, readListing, type Listing } from './listing.ts'
import { isLikeGit } from './names.ts'
import { objectDirectories } from './objects.ts'
import { configText } from './observe.ts'
import type { RepositoryFacts } from './repository.ts'
import { git, type Place, type RunProgram } from './run.ts'
import { treeFlags } from './settings.ts'

type User = Pick<RepositoryFacts, 'top' | 'commonDir' | 'gitDir' | 'objectFormat' | 'settings'>

/** Where the submodules' repositories may be: in the checkout, and in the git directories. */
interface Owner {
  readonly checkout: string
  readonly gitDirs: readonly string[]
}

interface Submodule {
  readonly path: string
  readonly commit: Oid
}

/** One whose content was found. */
interface Found extends Submodule {
  readonly listing: Listing
  readonly objects: readonly string[]
  readonly inside: Owner
}

/** Submodules nested deeper than this are ignored. */
const deepest = 5

/** Paths of a commit's submodules that would be empty in a tree. */
export async function emptySubmodules(run: RunProgram, user: User, commit: Oid): Promise<readonly string[]> {
  const listing = await listTree(run, { gitDir: user.commonDir }, commit)
  return emptyIn({ run, user }, listing, ownerOf(user), { prefix: '', depth: 0 })
}

/** Fills them below the folder of a tree; what cannot be filled stays unchanged. */
export async function fillSubmodules(control: Control, commit: Oid, files: string): Promise<void> {
  const { run, user, place } = control
  const listing = await listTree(run, place, commit)
  await fillIn({ run, user }, listing, ownerOf(user), { files, depth: 0 })
}

interface Looking {
  readonly run: RunProgram
  readonly user: User
}

function ownerOf({ top, gitDir, commonDir }: User): Owner {
  return { checkout: top, gitDirs: [...new Set([gitDir, commonDir])] }
}

function submodulesIn({ entries }: Listing): readonly Submodule[] {
  return entries.flatMap(({ mode, path, oid }) => (mode === modes.gitlink ? [{ path, commit: oid }] : []))
}

async function emptyIn(
  looking: Looking,
  listing: Listing,
  owner: Owner,
  { prefix, depth }: { readonly prefix: string; readonly depth: number },
): Promise<readonly string[]> {
  const empty: string[] = []
  for (const submodule of submodulesIn(listing)) {
    const path = `${prefix}${submodule.path}`
    const found = depth < deepest ? await find(looking, owner, submodule) : undefined
    if (found === undefined) empty.push(path)
    else empty.push(...(await emptyIn(looking, found.listing, found.inside, { prefix: `${path}/`, depth: depth + 1 })))
  }
  return empty
}

async function fillIn(
  looking: Looking,
  listing: Listing,
  owner: Owner,
  { files, depth }: { readonly files: string; readonly depth: number },
): Promise<void> {
  if (depth >= deepest) return
  for (const submodule of submodulesIn(listing)) {
    const found = await find(looking, owner, submodule)
    if (found === undefined) continue
    const own = join(files, submodule.path)
    await checkOut(looking, found, own)
    await fillIn(looking, found.listing, found.inside, { files: own, depth: depth + 1 })
  }
}

/** The first repository that has the complete recorded commit. */
async function find(looking: Looking, owner: Owner, submodule: Submodule): Promise<Found | undefined> {
  const { path, commit } = submodule
  const named = await gitDirAt(join(owner.checkout, path))
  const kept = owner.gitDirs.map((gitDir) => join(gitDir, 'modules', path))
  for (const gitDir of [...(named === undefined ? [] : [named]), ...kept]) {
    const objects = await objectDirectories(join(gitDir, 'objects'))
    const listing = await borrowing(looking, objects, async (place) => {
      await git(looking.run, place, ['rev-list', '--objects', '--quiet', '--no-walk', commit])
      return readListing(looking.run, place, commit)
    })
    if (listing === undefined || !isSafe(listing)) continue
    return { ...submodule, listing, objects, inside: { checkout: join(owner.checkout, path), gitDirs: [gitDir] } }
  }
  return undefined
}

function isSafe({ entries, unreadable }: Listing): boolean {
  return (
    unreadable.length === 0 &&
    entries.every(({ path }) => path.split('/').every((part) => part !== '..' && !isLikeGit(part)))
  )
}

/**
 * The `.git` of a checked-out submodule: a folder, or a file that points to one. Only read, and only for its objects.
 */
async function gitDirAt(checkout: string): Promise<string | undefined> {
  const path = join(checkout, '.git')
  const seen = await lstat(path).catch(() => undefined)
  if (seen?.isDirectory() === true) return path
  if (seen?.isFile() !== true || seen.size > 10_000) return undefined
  const [, target] = /^gitdir: (.+?)\r?\n?$/u.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
  return target === undefined ? undefined : resolve(dirname(path), target)
}

async function checkOut(looking: Looking, { commit, objects }: Found, files: string): Promise<void> {
  await mkdir(files, { recursive: true })
  await borrowing(looking, objects, async (place) => {
    const whole = { ...place, workTree: files, settings: treeFlags(looking.user.settings.tree) }
    await git(looking.run, whole, ['read-tree', '--reset', '-u', commit])
    return true
  })
}

/** Works on borrowed objects through a temporary git directory; undefined if some are missing. */
async function borrowing<T>(
  { user }: Looking,
  objects: readonly string[],
  work: (place: Place) => Promise<T>,
): Promise<T | undefined> {
  const gitDir = await mkdtemp(join(tmpdir(), 'forge-submodule-'))
  try {
    for (const name of ['refs', 'objects', 'info']) await mkdir(join(gitDir, name))
    await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
    await writeFile(join(gitDir, 'config'), configText(user.objectFormat))
    return await work({ gitDir, indexFile: join(gitDir, 'index'), borrowed: objects })
  } catch (error) {
    if (!(error instanceof GitFault) || isDiskFull(error)) throw error
    return undefined
  } finally {
    await rm(gitDir, { recursive: true, force: true })
  }
}
