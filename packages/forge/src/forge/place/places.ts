/** Paths of the repository and of Forge's own directories outside of it. Reads names, opens no large file. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { say } from '#messages/said.ts'
import { hashText } from '#model/digest.ts'
import { failed, success, type Result } from '#model/result.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Repository {
  /** The checkout that the user is in. */
  readonly root: string
  /** Shared by all linked worktrees: the identity of the repository. */
  readonly gitDirectory: string
  /** Names the repository among Forge's state directories. */
  readonly id: string
}

export interface Places {
  /** `<state home>/forge/<repository id>`, for the owner alone. */
  readonly state: string
  readonly journal: string
  readonly locks: string
  readonly blobs: string
  /** Transcripts of agents, by run. */
  readonly transcripts: string
  /** What all repositories of the user know of accounts. */
  readonly neighbours: string
  /** Logins of the user that agents are lent, of all repositories. */
  readonly logins: string
}

/** Walks up to the nearest `.git`. */
export function findRepository(cwd: string): Result<Repository, Refusal> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const git = gitDirectoryIn(folder)
    if (git !== undefined) return withoutLinks({ root: folder, gitDirectory: git, id: idOf(git) })
    if (isWithoutCheckout(folder))
      return failed(usageRefusal('no-checkout', say('git.repositoryIsBare', { folder }), say('git.makeWorktree')))
    if (folder === dirname(folder)) break
  }
  return failed(
    usageRefusal('not-a-repository', say('git.notInsideRepository', { cwd }), say('git.goToProjectOrMakeIt')),
  )
}

/** What Forge reads and writes of a repository lies inside it: a link there could lead to foreign files. */
function withoutLinks(repository: Repository): Result<Repository, Refusal> {
  const own = ['.forge', ...ownNames.map((name) => `.forge/${name}`)]
  const linked = own.find((path) => isLink(join(repository.root, path)))
  if (linked === undefined) return success(repository)
  const message = say('path.isLink', { path: linked })
  return failed(usageRefusal('linked-settings', message, say('path.putRealFile', { path: linked })))
}

/** A path that cannot be read, for example below a plain file, is no link. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch {
    return false
  }
}

const ownNames = ['config.yaml', 'config.local.yaml', 'presets', 'gates', '.gitignore', 'roles.yaml']

/** A bare repository, or the inside of a `.git`. */
function isWithoutCheckout(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  )
}

function gitDirectoryIn(folder: string): string | undefined {
  const path = join(folder, '.git')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isDirectory()) return realpathSync(path)
  const [, target] = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, 'utf8')) ?? []
  return target === undefined ? undefined : commonDirectory(resolve(folder, target))
}

/** A linked worktree names the shared directory in `commondir`; a submodule has none. */
function commonDirectory(git: string): string {
  try {
    return realpathSync(resolve(git, readFileSync(join(git, 'commondir'), 'utf8').trimEnd()))
  } catch {
    return resolve(git)
  }
}

function idOf(gitDirectory: string): string {
  const project = basename(gitDirectory) === '.git' ? basename(dirname(gitDirectory)) : basename(gitDirectory)
  const name = project
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  return `${name === '' ? 'repository' : name}-${hashText(gitDirectory).slice(0, 12)}`
}

export function placesOf(repository: Repository, env: Environment, home: string): Places {
  const all = join(xdgDirectory(env, 'XDG_STATE_HOME', join(home, '.local/state')), 'forge')
  const state = join(all, repository.id)
  const inState = (name: string): string => join(state, name)
  return {
    state,
    journal: inState('journal'),
    locks: inState('locks'),
    blobs: inState('blobs'),
    transcripts: inState('transcripts'),
    neighbours: join(all, 'neighbours'),
    logins: join(all, 'logins'),
  }
}

export function userConfigFile(env: Environment, home: string): string {
  return join(xdgDirectory(env, 'XDG_CONFIG_HOME', join(home, '.config')), 'forge', 'config.yaml')
}

/** The XDG standard says to ignore a relative path there. */
function xdgDirectory(env: Environment, name: string, otherwise: string): string {
  const set = env[name]
  return set !== undefined && isAbsolute(set) ? set : otherwise
}
