/** A unit's guarded changes (I-22), in the form in which the human who is asked sees them. */
import { join } from 'node:path'
import { isThere } from '#adapters/files/plain.ts'
import { readPatch } from '#adapters/git/index.ts'
import { guardedChanges } from '#core/graph/guarded.ts'
import type { Said } from '#messages/said.ts'
import type { LostTest } from '#model/tests.ts'
import type { RunState } from '#core/state/state.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import type { Places } from '#forge/place/places.ts'

export interface GuardedChanges {
  readonly paths: readonly (string | Said)[]
  /** Tests that ran at the base and no longer do; `moreTests` of them are not named. */
  readonly tests: readonly LostTest[]
  readonly moreTests: number
  /** Unified; only the beginning of a long one. */
  readonly diff: string
  /** How many lines were left out or cut. */
  readonly leftOut: number
  /** The command that prints all of it. */
  readonly whole: string
}

const mostLines = 400
const longestLine = 500

/** Undefined when it made no guarded change, or when its work is gone. */
export async function guardedChangesOf(
  state: RunState,
  id: string,
  places: Places,
): Promise<GuardedChanges | undefined> {
  const unit = state.units[id]
  const gitDir = join(places.state, 'control.git')
  if (unit?.head === undefined || !isThere(join(gitDir, 'HEAD'))) return undefined
  const { base: from, commit: to, changed, lostTests: { tests, more } = { tests: [], more: 0 } } = unit.head
  const guarded = guardedChanges(state, unit)
  if (guarded.length === 0 && tests.length === 0) return undefined
  // A change that is too large to be known in full has no paths to name.
  const named = new Set([...guarded, ...tests.flatMap(({ path, to: moved }) => [path, moved ?? path])])
  const paths = changed.filter((path) => named.has(path))
  const lines = (await readPatch(gitProgram, { gitDir }, { from, to, paths })).trimEnd().split('\n')
  const cut = lines.slice(0, mostLines).filter((line) => line.length > longestLine).length
  const shown = lines.slice(0, mostLines).map((line) => cutLine(line))
  return {
    paths: guarded,
    tests,
    moreTests: more,
    diff: shown.join('\n'),
    leftOut: Math.max(0, lines.length - mostLines) + cut,
    whole: wholeCommand(gitDir, { from, to, paths }),
  }
}

/** Marks a cut: a long line could hide a command at its end. */
function cutLine(line: string): string {
  const more = line.length - longestLine
  return more <= 0 ? line : `${line.slice(0, longestLine)} … ${more} characters more`
}

interface Range {
  readonly from: string
  readonly to: string
  readonly paths: readonly string[]
}

function wholeCommand(gitDir: string, { from, to, paths }: Range): string {
  const only = paths.length > mostNamed ? [] : ['--', ...paths.map((path) => quoted(path))]
  const flags = ['--text', '--no-ext-diff', '--no-textconv']
  return ['git', `--git-dir=${quoted(gitDir)}`, 'diff', ...flags, from.slice(0, 12), to.slice(0, 12), ...only].join(' ')
}

const mostNamed = 20

/** Quoted for a shell, as one word. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
