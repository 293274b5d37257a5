/** History as values, for audits: commits with their merge trailers, and all refs of a repository. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Oid, RunId } from '#model/ids.ts'
import { trailersIn } from '#model/trailers.ts'
import { fieldsOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import { git, type Place, type RunProgram } from './run.ts'

export interface HistoryCommit {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly trailers: readonly string[]
}

export interface NamedRef {
  readonly name: string
  readonly oid: Oid
}

export interface RunHistory {
  /** Commits in control that refs of the run reach and the base does not. */
  readonly commits: readonly HistoryCommit[]
  readonly integration: Oid | undefined
  readonly published:
    | { readonly branch: string; readonly tip: Oid; readonly commits: readonly HistoryCommit[] }
    | undefined
  readonly userRefs: readonly NamedRef[]
  readonly moves: readonly BranchMoved[]
}

/** A reflog line that shows that Forge moved a branch for this run. */
export interface BranchMoved {
  readonly branch: string
  readonly old: Oid
  readonly next: Oid
  readonly what: 'published' | 'landed'
}

/** Where to read history; nothing is created or refreshed. */
export interface HistoryPlaces {
  readonly run: RunProgram
  readonly control: Place
  readonly user: Place
}

export async function readHistory(places: HistoryPlaces, run: RunId, base: Oid): Promise<RunHistory> {
  const { control, user } = places
  const own = await listRefs(places.run, control, `refs/forge/${run}/`)
  const userRefs = await listRefs(places.run, user, 'refs/')
  const published = [`forge/${run}`, `forge-${run}`].flatMap((branch) =>
    userRefs.filter(({ name }) => name === `refs/heads/${branch}`).map(({ oid }) => ({ branch, tip: oid })),
  )[0]
  return {
    commits: await commitsBetween(
      places.run,
      control,
      own.map(({ oid }) => oid),
      base,
    ),
    integration: own.find(({ name }) => name === `refs/forge/${run}/integration`)?.oid,
    published:
      published === undefined
        ? undefined
        : { ...published, commits: await commitsBetween(places.run, user, [published.tip], base) },
    userRefs,
    moves: await readMoves(user.gitDir, run, userRefs),
  }
}

/** Deleted branches, and reflogs in another format than files, yield nothing. */
async function readMoves(gitDir: string, run: RunId, refs: readonly NamedRef[]): Promise<readonly BranchMoved[]> {
  const moves: BranchMoved[] = []
  for (const { name } of refs.filter((ref) => ref.name.startsWith(heads))) {
    const branch = name.slice(heads.length)
    const isOwn = branch === `forge/${run}` || branch === `forge-${run}`
    const text = await readFile(join(gitDir, 'logs', name), 'utf8').catch(() => '')
    for (const line of text.split('\n')) {
      const [, old = '', next = '', reason = ''] = /^([0-9a-f]+) ([0-9a-f]+) .*\t(.*)$/u.exec(line) ?? []
      if (reason === `forge: landed ${run}`) moves.push({ branch, old, next, what: 'landed' })
      if (isOwn && reason === 'forge: published') moves.push({ branch, old, next, what: 'published' })
    }
  }
  return moves
}

const heads = 'refs/heads/'

async function listRefs(run: RunProgram, place: Place, under: string): Promise<readonly NamedRef[]> {
  const { stdout } = await git(run, place, ['for-each-ref', '--format=%(objectname) %(refname)', under])
  const lines = textOf(stdout).split('\n')
  return lines.flatMap((line) => {
    const at = line.indexOf(' ')
    return at < 0 ? [] : [{ oid: line.slice(0, at), name: line.slice(at + 1) }]
  })
}

const trailer = 'Forge-Merge: '

async function commitsBetween(
  run: RunProgram,
  place: Place,
  tips: readonly Oid[],
  until: Oid,
): Promise<readonly HistoryCommit[]> {
  if (tips.length === 0) return []
  const flags = ['-z', '--no-color', '--no-show-signature', '--ignore-missing', '--format=%H%n%T%n%P%n%B']
  const input = `${[...tips.map((tip) => sound(tip)), `^${sound(until)}`].join('\n')}\n`
  const { stdout } = await git(run, place, ['log', ...flags, '--stdin'], { input })
  return fieldsOf(stdout).map((field) => {
    const [oid = '', tree = '', parents = '', ...message] = textOf(field).split('\n')
    return {
      oid,
      tree,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      trailers: trailersIn(message.join('\n')).filter((line) => line.startsWith(trailer)),
    }
  })
}
