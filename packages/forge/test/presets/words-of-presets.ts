/**
 * Words that only presets have, found in the sources of rooms that know no preset: in names, texts and comments alike. A name in
 * camel case, with hyphens or with underscores is read as its words.
 */
import { readShippedPresets } from '#adapters/presets/index.ts'
import { vocabulary } from '#presets/vocabulary.ts'
import { presetOf } from '#testing/builders/index.ts'

export interface Exception {
  readonly word: string
  /** Lines that may have it. */
  readonly line: RegExp
  readonly why: string
}

/** What is allowed, and why each is not the word of a preset. A row that nothing needs any more fails the test. */
export const exceptions: readonly Exception[] = [
  {
    word: 'task',
    line: /^(?!.*task[ .'_-]?(state|status|moves|table)).*$/i,
    why: 'the piece of work that core hands to the engine, of whatever preset; a task with a status is the one of a preset',
  },
  {
    word: 'build',
    line: /^(?!.*(['"`]build['"`]|preset)).*$/i,
    why: 'the ordinary verb, and the folder that compilers write to',
  },
  { word: 'build', line: /mode: 'build'/, why: 'what the program of an agent calls one of its modes' },
  {
    word: 'bug',
    line: /(is|be|:) a bug\b|(own|caller's) bug\b|a bug of the caller|why: 'bug'|\bonBug\b/,
    why: 'a mistake in the code of Forge, told apart from an expected failure',
  },
  {
    word: 'retro',
    line: /retrospect/i,
    why: 'the word by which a human closes a finished run with a note; a run of any preset takes it',
  },
  {
    word: 'escalat',
    line: /note: (z\.literal\()?'escalated'|escalatedNotes|judged or escalated|is an escalation/,
    why: 'handed to a human: the notice that goes out, and a step on the ladder of recovery',
  },
]

/** Beginnings of words that a preset has in several forms. */
const stems = ['retro', 'triag', 'escalat', 'engineer']

const presets = readShippedPresets().map(({ path, text }) => presetOf(text, path))

export const presetNames = presets.map(({ name }) => name)

/** Names of presets, of their records and of their placeholders. */
const names = new Set([
  ...presetNames,
  ...Object.keys(vocabulary.records),
  ...Object.keys(vocabulary.placeholders),
  ...Object.keys(vocabulary.statuses),
])

/** Words that are a preset's when they stand alone in quotes: `'committed'`. Those that core has a meaning of its own for are not among them. */
const meansMore = new Set([
  // outcomes of attempts, verdicts, and how a landing or a protocol of an agent stands
  'planned',
  'approved',
  'completed',
  'in-progress',
  'reported',
  'blocked',
  // a preset of anybody may open in `planning`; a template may be called like what it is
  'planning',
  'plan',
  'module',
  'closing',
  'final',
])
const quoted = [
  ...Object.values(vocabulary.statuses).flatMap((lines) => lines.map(({ is }): string => is)),
  ...presets.flatMap(({ templates, start }) => [...Object.keys(templates), ...start.map(({ id }) => id)]),
].filter((word) => !meansMore.has(word) && !names.has(word) && !stems.some((stem) => word.startsWith(stem)))
const inQuotes = new RegExp(`['"\`](${[...new Set(quoted)].join('|')})['"\`]`, 'g')

/** The words of a preset in one line, without those that an exception allows. */
export function presetWordsIn(line: string): readonly string[] {
  const words = [...line.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').matchAll(/[a-z]+/gi)].map(([word]) =>
    word.toLowerCase(),
  )
  const known = words.flatMap((word) => {
    const name = [word, word.replace(/s$/, '')].find((form) => names.has(form))
    return name ?? stems.find((stem) => word.startsWith(stem)) ?? []
  })
  const alone = [...line.matchAll(inQuotes)].map(([, word = '']) => word)
  return [...new Set([...known, ...alone])]
}

export function allowedBy(word: string, line: string): Exception | undefined {
  return exceptions.find((exception) => exception.word === word && exception.line.test(line))
}
