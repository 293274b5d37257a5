/** History as values, for whoever audits it: commits with their merge trailers, and all refs of a repository. */
import type { Oid, RunId } from '#model/ids.ts'
import { fieldsOf, textOf } from './bytes.ts'
import { sound } from './commits.ts'
import type { Control } from './control.ts'
import { resolveRef } from './refs.ts'
import { git, type Place } from './run.ts'

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
  /** Commits that refs of the run reach in control, and the base does not. */
  readonly commits: readonly HistoryCommit[]
  readonly integration: Oid | undefined
  readonly published:
    | { readonly branch: string; readonly tip: Oid; readonly commits: readonly HistoryCommit[] }
    | undefined
  readonly userRefs: readonly NamedRef[]
}

export async function readHistory(control: Control, run: RunId, base: Oid): Promise<RunHistory> {
  const user = { gitDir: control.user.commonDir }
  const own = await listRefs(control, control.place, `refs/forge/${run}/`)
  const userRefs = await listRefs(control, user, 'refs/')
  const published = [`forge/${run}`, `forge-${run}`].flatMap((branch) =>
    userRefs.filter(({ name }) => name === `refs/heads/${branch}`).map(({ oid }) => ({ branch, tip: oid })),
  )[0]
  return {
    commits: await commitsBetween(
      control,
      control.place,
      own.map(({ oid }) => oid),
      base,
    ),
    integration: await resolveRef(control.run, control.place, `refs/forge/${run}/integration`),
    published:
      published === undefined
        ? undefined
        : { ...published, commits: await commitsBetween(control, user, [published.tip], base) },
    userRefs,
  }
}

async function listRefs(control: Control, place: Place, under: string): Promise<readonly NamedRef[]> {
  const { stdout } = await git(control.run, place, ['for-each-ref', '--format=%(objectname) %(refname)', under])
  const lines = textOf(stdout).split('\n')
  return lines.flatMap((line) => {
    const at = line.indexOf(' ')
    return at < 0 ? [] : [{ oid: line.slice(0, at), name: line.slice(at + 1) }]
  })
}

const trailer = 'Forge-Merge: '

async function commitsBetween(
  control: Control,
  place: Place,
  tips: readonly Oid[],
  until: Oid,
): Promise<readonly HistoryCommit[]> {
  if (tips.length === 0) return []
  const flags = ['-z', '--no-color', '--no-show-signature', '--ignore-missing', '--format=%H%n%T%n%P%n%B']
  const input = `${[...tips.map((tip) => sound(tip)), `^${sound(until)}`].join('\n')}\n`
  const { stdout } = await git(control.run, place, ['log', ...flags, '--stdin'], { input })
  return fieldsOf(stdout).map((field) => {
    const [oid = '', tree = '', parents = '', ...message] = textOf(field).split('\n')
    return {
      oid,
      tree,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      trailers: message.filter((line) => line.startsWith(trailer)),
    }
  })
}
