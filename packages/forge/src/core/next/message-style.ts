/** Messages of commits, in the style of the repository's own: read once, when a run starts, and recorded. */
import type { RunSpec } from '#model/run.ts'

type Style = RunSpec['messages']

const conventional = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()]*\))?!?: \S/u

/** How most of these first lines are written, if there are enough of them; undefined: as plain sentences. */
export function messageStyleOf(subjects: readonly string[]): Style {
  const alike = subjects.filter((subject) => conventional.test(subject)).length
  return alike >= 3 && alike * 2 > subjects.length ? 'conventional' : undefined
}

/** What the first word of a title says about the kind of a change; any other word means something new. */
const words: ReadonlyMap<string, string> = new Map([
  ['fix', 'fix'],
  ['repair', 'fix'],
  ['correct', 'fix'],
  ['mend', 'fix'],
  ['document', 'docs'],
  ['docs', 'docs'],
  ['test', 'test'],
  ['tests', 'test'],
  ['refactor', 'refactor'],
  ['rename', 'refactor'],
  ['extract', 'refactor'],
  ['simplify', 'refactor'],
])

/** Tools that read conventional messages refuse longer first lines. */
const longest = 100

/** The first line of the commit of a unit with this title, if plain sentences do not fit. */
export function titled(style: Style, title: string): string | undefined {
  if (style === undefined) return undefined
  const line = title.replaceAll(/\s+/gu, ' ').trim().replace(/\.+$/u, '')
  if (conventional.test(line)) return cut(line)
  const [word = ''] = line.toLowerCase().split(/[^a-z]/u)
  return cut(`${words.get(word) ?? 'feat'}: ${lowered(line)}`)
}

/** The first line of a commit that keeps what an attempt did. */
export function kept(style: Style, unit: string): string | undefined {
  return style === undefined ? undefined : `chore: work on ${unit}`
}

/** Words in capitals are kept. */
function lowered(line: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(line) ? `${line.slice(0, 1).toLowerCase()}${line.slice(1)}` : line
}

function cut(line: string): string {
  const chars = Array.from(line)
  return chars.length > longest ? `${chars.slice(0, longest - 1).join('')}…` : line
}
