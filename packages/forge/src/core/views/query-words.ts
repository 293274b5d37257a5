/**
 * Plain words instead of conditions: `stopped units with more than 3 attempts`. No model is asked: a small grammar turns
 * words into the language of queries, and says which word it does not know. What it understood is always shown.
 */
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { FieldInfo, QueryFault } from './query.ts'

/** Whether it is words, not conditions. */
export function isWords(text: string): boolean {
  return text.trim() !== '' && !/[=<>~"]/.test(text)
}

export type Kinds<Kind extends string> = Readonly<Record<Kind, readonly FieldInfo[]>>

export interface Understood<Kind extends string> {
  readonly of: Kind
  /** In the language of queries. */
  readonly where: string
}

/** The first kind of rows of which all the words make sense; the one that is named, if one is. */
export function readWords<Kind extends string>(
  text: string,
  kinds: Kinds<Kind>,
  wanted: Kind | undefined,
): Result<Understood<Kind>, QueryFault> {
  const words = wordsIn(text)
  const known = Object.keys(kinds) as Kind[]
  const named = wanted ?? known.find((kind) => kind === kindNoun(words))
  let first: QueryFault | undefined
  for (const of of named === undefined ? known : [named]) {
    const read = readAs(words, of, kinds[of])
    if (read.ok) return success({ of, where: read.value.join(' and ') })
    first ??= read.failure
  }
  return failed(first ?? { message: 'nothing was asked', hint: 'forge query --fields' })
}

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/timed out/g, 'timeout')
    .replaceAll(/\$\s*(\d+(?:\.\d+)?)/g, '$1 dollars ')
    .replaceAll(/(\d)([a-z])/g, '$1 $2')
    .split(/[\s,;?!]+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '')
}

const nouns: Readonly<Record<string, string>> = { tasks: 'units', bugs: 'units', tries: 'attempts' }

/** `3 attempts` is a measure, `attempts that failed` names what is looked for. */
function kindNoun(words: readonly string[]): string | undefined {
  const plural = words.find(
    (word, index) => /^(runs|units|attempts|tasks|bugs|tries)$/.test(word) && !isNumber(words[index - 1]),
  )
  return plural === undefined ? undefined : (nouns[plural] ?? plural)
}

function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^\d+(\.\d+)?$/.test(word)
}

const fillers = new Set(
  'a all an and any are at by did do does find for from have has had in is it its list me of on show so tell that the their them these they those to was were what when where which who whose with'.split(
    ' ',
  ),
)

const comparisons: Readonly<Record<string, string>> = {
  more: '>',
  over: '>',
  above: '>',
  longer: '>',
  exceeding: '>',
  least: '>=',
  less: '<',
  under: '<',
  below: '<',
  fewer: '<',
  shorter: '<',
  most: '<=',
  exactly: '=',
}

const measures: Readonly<Record<string, string>> = {
  dollar: 'cost',
  dollars: 'cost',
  usd: 'cost',
  costs: 'cost',
  costing: 'cost',
  token: 'tokens',
  try: 'attempts',
  tries: 'attempts',
  attempt: 'attempts',
  question: 'questions',
}

/** Words for a value, by kind of row: what each means as a condition. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  runs: {
    ...conditions('status', 'running paused stopped cancelling finished'),
    ...conditions('outcome', 'done failed cancelled'),
    waiting: 'questions>0',
    asking: 'questions>0',
  },
  units: {
    ...conditions('status', 'open done stopped dropped'),
    escalated: 'status=stopped',
    blocked: 'status=stopped',
    failed: 'status=stopped',
    finished: 'status=done',
    waiting: 'waits~""',
  },
  attempts: {
    ...conditions('state', 'running failed worked judged checked planned documented merged integrated'),
    ...conditions('failure', 'timeout crash empty invalid transport quota interrupted conflict refused unavailable'),
    ...conditions('tier', 'light standard heavy max'),
    crashed: 'failure=crash',
    passed: 'verdict=pass',
    approved: 'verdict=pass',
    revised: 'verdict=revise',
  },
}

function conditions(field: string, values: string): Record<string, string> {
  return Object.fromEntries(values.split(' ').map((value) => [value, `${field}=${value}`]))
}

interface Read {
  readonly condition?: string
  readonly took: number
}

function readAs(words: readonly string[], of: string, fields: readonly FieldInfo[]): Result<string[], QueryFault> {
  const found: string[] = []
  for (let at = 0; at < words.length;) {
    const read = readAt({ words, at, of, fields })
    if (read === undefined) return failed(unknownWord(words[at] ?? '', of, fields))
    if (read.condition !== undefined) found.push(read.condition)
    at += read.took
  }
  return success([...new Set(found)])
}

interface Place {
  readonly words: readonly string[]
  readonly at: number
  readonly of: string
  readonly fields: readonly FieldInfo[]
}

function readAt(place: Place): Read | undefined {
  const { words, at, of } = place
  const word = words[at] ?? ''
  if (word === 'not') return negated(place)
  const meaning = meanings[of]?.[word]
  return (
    readComparison(place) ??
    readField(place) ??
    (meaning === undefined ? undefined : { condition: meaning, took: 1 }) ??
    (fillers.has(word) || kindNoun([word]) === of ? { took: 1 } : undefined)
  )
}

function negated(place: Place): Read | undefined {
  const meaning = meanings[place.of]?.[place.words[place.at + 1] ?? '']
  return meaning?.includes('=') === true ? { condition: meaning.replace('=', '!='), took: 2 } : undefined
}

/** `more than 3 attempts`, `over 10 minutes`, `at least 2 dollars`. */
function readComparison({ words, at, fields }: Place): Read | undefined {
  const op = comparisons[words[at] ?? '']
  if (op === undefined) return undefined
  const number = words[at + 1] === 'than' ? at + 2 : at + 1
  if (!isNumber(words[number])) return undefined
  const measure = measureOf(fields, words[number + 1] ?? '', Number(words[number]))
  if (measure === undefined) return undefined
  return { condition: `${measure.field}${op}${measure.value}`, took: number + 2 - at }
}

function measureOf(fields: readonly FieldInfo[], word: string, value: number) {
  const isThere = (name: string): boolean => fields.some((field) => field.name === name && field.type === 'number')
  if (/^(minute|second|hour)s?$/.test(word)) {
    const seconds = value * (word.startsWith('hour') ? 3600 : word.startsWith('minute') ? 60 : 1)
    if (isThere('seconds')) return { field: 'seconds', value: seconds }
    return isThere('minutes') ? { field: 'minutes', value: seconds / 60 } : undefined
  }
  const field = measures[word] ?? word
  return isThere(field) ? { field, value } : undefined
}

/** `cost over 2`, `phase review`, `reason limit`. */
function readField({ words, at, fields }: Place): Read | undefined {
  const name = words[at] === 'because' || words[at] === 'about' ? 'reason' : (words[at] ?? '')
  const field = fields.find((one) => one.name === (measures[name] ?? name))
  if (field === undefined) return undefined
  let next = at + 1
  while (/^(is|of|was|than|at)$/.test(words[next] ?? '')) next += 1
  if (field.type === 'text') {
    const value = words[next]
    if (value === undefined || fillers.has(value)) return undefined
    return { condition: `${field.name}~"${value}"`, took: next + 1 - at }
  }
  const op = comparisons[words[next] ?? '']
  const number = op === undefined ? next : words[next + 1] === 'than' ? next + 2 : next + 1
  if (!isNumber(words[number])) return undefined
  const unit = /^(dollars?|usd)$/.test(words[number + 1] ?? '') ? 1 : 0
  return { condition: `${field.name}${op ?? '='}${words[number]}`, took: number + 1 + unit - at }
}

function unknownWord(word: string, of: string, fields: readonly FieldInfo[]): QueryFault {
  const vocabulary = [
    ...Object.keys(meanings[of] ?? {}),
    ...fields.map(({ name }) => name),
    ...Object.keys(comparisons),
    ...Object.keys(measures),
  ]
  const meant = nearest(word, vocabulary)
  const hint =
    meant === undefined || meant === word
      ? `say it as conditions, such as status=stopped and attempts>3 (forge query --fields)`
      : `did you mean ${meant}?`
  return { message: `'${word}' says nothing about ${of} there`, hint }
}
