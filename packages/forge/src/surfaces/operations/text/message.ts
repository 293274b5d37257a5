/**
 * Words of the catalogue in the language that is spoken with a person.
 *
 * 1. English is spoken, unless `speaking` says otherwise. Data is made outside of it: programs read English, whatever a person reads.
 * 2. `speaking` holds while lines are made, which is done at once, and ends with it, also when making them threw.
 */
import { catalogue, type MessageKey } from '#presets/messages/catalogue.ts'
import type { Language } from '#presets/messages/language.ts'
import { formats, type Formats } from './formats.ts'
import type { Span, Tone } from './line.ts'

export type Value = string | number

/** What is spoken, with everything that it needs. */
export interface Speech {
  readonly language: Language
  /** A sentence of Forge that is kept in English, in this language; undefined: it is none of Forge. */
  sentence(text: string): string | undefined
  /** What the help of a command says, in this language. */
  help(text: string): string
  /** What a command or a group of them does, by its name. */
  summary(name: string): string | undefined
  /** Why something is refused, by its code. */
  headline(code: string): string | undefined
}

export const english: Speech = {
  language: 'en',
  sentence: (text) => text,
  help: (text) => text,
  summary: () => undefined,
  headline: () => undefined,
}

let spoken: Speech = english

export function speaking<Made>(speech: Speech, make: () => Made): Made {
  const before = spoken
  spoken = speech
  try {
    return make()
  } finally {
    spoken = before
  }
}

export function languageSpoken(): Language {
  return spoken.language
}

/** Numbers, money and times as they are written in the language that is spoken. */
export function inFormat(): Formats {
  return formats[spoken.language]
}

type Name<Inner extends string> = Inner extends `${infer Before}~` ? Before : Inner
/** The names that a text wants to have filled in. */
type NamesIn<Text> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${infer Before}:${string}` ? Before : Name<Inner>) | NamesIn<Rest>
  : never
type ValuesFor<Key extends MessageKey> = Readonly<Record<NamesIn<(typeof catalogue)[Key]['en']>, Value>>
type Given<Key extends MessageKey> = [NamesIn<(typeof catalogue)[Key]['en']>] extends [never]
  ? [values?: Readonly<Record<string, never>>]
  : [values: ValuesFor<Key>]

/** What a message says, in the language that is spoken. */
export function words<Key extends MessageKey>(key: Key, ...[values]: Given<Key>): string {
  return filled(catalogue[key][spoken.language], values ?? {})
}

/** The same with a tone. */
export function said<Key extends MessageKey>(key: Key, ...given: [...Given<Key>, tone?: Tone]): Span {
  const [values, tone = 'plain'] = given as unknown as [values?: Readonly<Record<string, Value>>, tone?: Tone]
  return { tone, text: filled(catalogue[key][spoken.language], values ?? {}) }
}

/** A message that is not said yet: whoever prints it says it, in whatever language. */
export interface Saying {
  say(): string
}

export function saying<Key extends MessageKey>(key: Key, ...given: Given<Key>): Saying {
  return { say: () => words(key, ...given) }
}

export function sayingOf(text: string | Saying): string {
  return typeof text === 'string' ? recorded(text) : text.say()
}

/**
 * What Forge once wrote down or refused with, in the language that is spoken: as a whole, or in the parts that it was put
 * together of. The text of others stays what it is.
 */
export function recorded(text: string): string {
  const whole = spoken.sentence(text)
  if (whole !== undefined) return whole
  const cuts = cutsIn(text)
  // Sentences hold what also stands between them: a cut that leaves a whole one is better than one in its middle.
  const cut = cuts.find(({ after }) => isOwn(after)) ?? cuts.find(({ before }) => isOwn(before)) ?? cuts[0]
  return cut === undefined ? text : `${part(cut.before)}${cut.between}${part(cut.after)}`
}

interface Cut {
  readonly before: string
  readonly between: string
  readonly after: string
}

function cutsIn(text: string): readonly Cut[] {
  return ['; ', ' → ', ' (', ': ', ', '].flatMap((between) => {
    const pieces = text.split(between)
    return pieces.slice(1).map((_, index) => ({
      before: pieces.slice(0, index + 1).join(between),
      between,
      after: pieces.slice(index + 1).join(between),
    }))
  })
}

function isOwn(text: string): boolean {
  return text.includes(' ') && spoken.sentence(text) !== undefined
}

/** A single word is seldom Forge's own: it is left alone. */
function part(text: string): string {
  return text.includes(' ') ? recorded(text) : text
}

/** What the help of a command says, in the language that is spoken. */
export function helped(text: string): string {
  return spoken.help(text)
}

/** What a command does, in the language that is spoken. */
export function summaryOf(name: string, inEnglish: string): string {
  return spoken.summary(name) ?? inEnglish
}

/** Why something is refused: the whole in the language that is spoken, or its headline and then the details as they are. */
export function refusedFor(code: string, message: string): string {
  const said = recorded(message)
  if (spoken.sentence(message) !== undefined || said !== message) return said
  const headline = spoken.headline(code)
  return headline === undefined ? message : `${headline}: ${message}`
}

/** Once through the text: what is filled in is never looked at for names. */
export function filled(text: string, values: Readonly<Record<string, Value>>): string {
  return text.replaceAll(/\{(\w+)(~|:[^}]*)?\}/g, (_, name: string, how: string | undefined) => {
    const value = values[name] ?? ''
    if (how === undefined || how === '') return shown(value)
    return how === '~' ? recorded(String(value)) : plural(Number(value), how.slice(1))
  })
}

function shown(value: Value): string {
  return typeof value === 'number' ? inFormat().number(value) : value
}

/** The form that a number wants: of `one | other` as the rules of the language say. */
function plural(count: number, forms: string): string {
  const [one = '', other = one] = forms.split('|').map((form) => form.trim())
  const form = inFormat().isOne(count) ? one : other
  return form.replaceAll('#', inFormat().number(count))
}
