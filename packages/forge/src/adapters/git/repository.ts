/** A user's repository as data: all that Forge must know before it starts, or the refusal if it cannot work with it. */
import { realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { say } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import { failed, success, type Result } from '#model/result.ts'
import { firstLine, textOf } from './bytes.ts'
import { listTree, modes, readBlobs, type Listing } from './listing.ts'
import { isLikeGit } from './names.ts'
import { readDirty, type DirtyPath, type Observed } from './observe.ts'
import { refusal, type RepositoryRefusal } from './refusals.ts'
import { git, type RunAnswer, type RunProgram } from './run.ts'
import { readSubjects } from './subjects.ts'
import { flag, readConfig, settingsFrom, userEnvironment, type ConfigValues } from './settings.ts'

export interface RepositoryFacts extends Observed {
  readonly gitVersion: string
  /** undefined: HEAD is detached. */
  readonly branch: string | undefined
  readonly isLinkedWorktree: boolean
  readonly isShallow: boolean
  /** Paths of submodules in HEAD. In Forge's trees they are files, copied from the user's checkout if present there. */
  readonly submodules: readonly string[]
  /** Filters that attributes name, such as `lfs`. They do not run: files keep their committed content (pointers). */
  readonly filters: readonly string[]
  readonly dirty: readonly DirtyPath[]
  /** First lines of the latest commits, without merges. */
  readonly subjects: readonly string[]
  /** A branch called `forge` blocks branches below `forge/`. */
  readonly hasForgeBranch: boolean
}

type Found = Pick<RepositoryFacts, 'top' | 'gitDir' | 'commonDir' | 'objectFormat' | 'isShallow'>

export async function readRepository(
  run: RunProgram,
  path: string,
): Promise<Result<RepositoryFacts, RepositoryRefusal>> {
  const gitVersion = await readVersion(run)
  if (!gitVersion.ok) return gitVersion
  const found = await findRepository(run, resolve(path))
  if (!found.ok) return found
  const { gitDir, commonDir } = found.value
  const config = await readConfig(run, gitDir)
  const promisor = promisorIn(config)
  if (promisor !== undefined) return failed(refusal('partial-clone', promisor))
  const head = await readHead(run, gitDir)
  if (head === undefined) return failed(refusal('no-commit'))
  const place = { gitDir: commonDir }
  const listing = await listTree(run, place, head.commit)
  const unsafe = objectionTo(listing)
  if (unsafe !== undefined) return failed(unsafe)
  const seen = { ...found.value, head: head.commit, settings: await settingsFrom(config, found.value) }
  return success({
    ...seen,
    gitVersion: gitVersion.value,
    branch: head.branch,
    isLinkedWorktree: gitDir !== commonDir,
    submodules: listing.entries.filter(({ mode }) => mode === modes.gitlink).map(({ path }) => path),
    filters: await filtersIn(run, commonDir, listing),
    dirty: await readDirty(run, seen),
    subjects: await readSubjects(run, place, head.commit),
    hasForgeBranch: await hasRef(run, commonDir, 'refs/heads/forge'),
  })
}

const oldest = [2, 38] as const

/** The version of git, if Forge supports it. */
export async function readVersion(run: RunProgram): Promise<Result<string, RepositoryRefusal>> {
  const answer = await outside(run, ['version'], '/').catch(() => undefined)
  if (answer === undefined || answer.code !== 0) return failed(refusal('git-missing'))
  const version = /(\d+)\.(\d+)(?:\.\d+)*/u.exec(firstLine(answer.stdout))
  const [text = '', major = '0', minor = '0'] = version ?? []
  const isOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])
  return isOld
    ? failed(refusal('git-too-old', say('git.foundVersion', { version: text || say('git.noVersion') })))
    : success(text)
}

/** A call that discovers the repository from a directory, as the user's own git would. */
function outside(run: RunProgram, args: readonly string[], cwd: string): Promise<RunAnswer> {
  const env = userEnvironment()
  return run({ argv: ['git', '--no-pager', ...args], cwd, env, maxBytes: 1024 * 1024, timeoutMs: 60_000 })
}

async function findRepository(run: RunProgram, path: string): Promise<Result<Found, RepositoryRefusal>> {
  const cwd = await realpath(path).catch(() => undefined)
  if (cwd === undefined) return failed(refusal('not-a-repository', path))
  const answer = await outside(run, ['rev-parse', '--path-format=absolute', ...facts], cwd)
  const lines = textOf(answer.stdout).replace(/\n$/u, '').split('\n')
  const [isBare, isInside, isShallow, format, top, gitDir, commonDir] = lines
  if (isBare === 'true') return failed(refusal('bare-repository'))
  if (isInside === 'false') return failed(refusal('not-a-repository', say('git.insideGitDirectory')))
  if (answer.code !== 0) return failed(whyNot(answer.stderr))
  if (lines.length !== facts.length || !top || !gitDir || !commonDir)
    return failed(refusal('unreadable', say('git.pathHasLineBreak')))
  if (!(await isHome(top, gitDir))) return failed(refusal('worktree-elsewhere', top))
  const objectFormat = format === 'sha256' ? 'sha256' : 'sha1'
  return success({ top, gitDir, commonDir, objectFormat, isShallow: isShallow === 'true' })
}

const facts = [
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--is-shallow-repository',
  '--show-object-format',
  '--show-toplevel',
  '--absolute-git-dir',
  '--git-common-dir',
]

/** Whether the checkout has this git directory, or a file that points to it. */
async function isHome(top: string, gitDir: string): Promise<boolean> {
  const found = await stat(join(top, '.git')).catch(() => undefined)
  if (found?.isDirectory() !== true) return found?.isFile() ?? false
  return (await realpath(join(top, '.git'))) === (await realpath(gitDir))
}

function whyNot(stderr: string): RepositoryRefusal {
  const said = stderr.trim().split('\n', 1)[0] ?? ''
  if (/dubious ownership/u.test(stderr)) return refusal('foreign-owner', said)
  if (/unknown repository extension|repo version|object format|ref storage/iu.test(stderr))
    return refusal('unknown-extension', said)
  return /not a git repository/iu.test(stderr) ? refusal('not-a-repository') : refusal('unreadable', said)
}

/** The name of the setting that makes it a partial clone. */
function promisorIn(config: ConfigValues): string | undefined {
  if (config.has('extensions.partialclone')) return 'extensions.partialClone'
  for (const [key, value] of config) {
    if (/^remote\..*\.partialclonefilter$/su.test(key)) return `${key}=${value}`
    if (/^remote\..*\.promisor$/su.test(key) && flag(config, key, 'false') === 'true') return key
  }
  return undefined
}

async function readHead(
  run: RunProgram,
  gitDir: string,
): Promise<{ commit: Oid; branch: string | undefined } | undefined> {
  const place = { gitDir }
  const resolved = await git(run, place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { accept: [0, 1, 128] })
  if (resolved.code !== 0) return undefined
  const symbolic = await git(run, place, ['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] })
  const ref = firstLine(symbolic.stdout)
  const branch = symbolic.code === 0 ? ref.replace(/^refs\/heads\//u, '') : undefined
  return { commit: firstLine(resolved.stdout), branch }
}

function objectionTo({ entries, unreadable }: Listing): RepositoryRefusal | undefined {
  if (unreadable[0] !== undefined) return refusal('path-not-utf8', unreadable[0])
  const unsafe = entries.find(({ path }) => path.split('/').some((part) => part === '..' || isLikeGit(part)))
  return unsafe === undefined ? undefined : refusal('path-unsafe', unsafe.path)
}

async function filtersIn(run: RunProgram, gitDir: string, { entries }: Listing): Promise<readonly string[]> {
  const attributes = entries.filter(({ path }) => basename(path) === '.gitattributes')
  const blobs = await readBlobs(
    run,
    { gitDir },
    attributes.map(({ oid }) => oid),
  )
  const found = [...blobs.values()].flatMap((blob) => [...textOf(blob).matchAll(/\sfilter=(\S+)/gu)])
  return [...new Set(found.map(([, name = '']) => name))].toSorted()
}

async function hasRef(run: RunProgram, gitDir: string, ref: string): Promise<boolean> {
  const { code } = await git(run, { gitDir }, ['show-ref', '--verify', '--quiet', ref], { accept: [0, 1] })
  return code === 0
}
