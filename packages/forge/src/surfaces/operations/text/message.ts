/**
 * Messages in the language of the person who reads them.
 *
 * 1. The language is English, unless `speaking` says otherwise. Data is made outside of it: programs get codes and English.
 * 2. `speaking` holds while lines are made, which is done at once, and ends with it, also when making them threw.
 */
import type { MessageKey } from '#messages/en.ts'
import { formats, type Formats } from '#messages/formats.ts'
import type { Language } from '#messages/language.ts'
import { render } from '#messages/render.ts'
import { say, type Said, type Value, type ValuesOf } from '#messages/said.ts'
import type { Span, Tone } from './line.ts'

/** A language, with what the help of commands says in it. */
export interface Speech {
  readonly language: Language
  /** What the help of a command says, in this language. */
  help(text: string): string
  /** What a command or a group of them does, by its name. */
  summary(name: string): string | undefined
}

export const english: Speech = { language: 'en', help: (text) => text, summary: () => undefined }

let spoken: Speech = english

export function withLanguage<Made>(speech: Speech, make: () => Made): Made {
  const before = spoken
  spoken = speech
  try {
    return make()
  } finally {
    spoken = before
  }
}

/** Numbers, money and times as they are written in the language that is spoken. */
export function inFormat(): Formats {
  return formats[spoken.language]
}

/** A sentence that any room made, in the language that is spoken. */
export function renderNow(sentence: Said): string {
  return render(sentence, spoken.language)
}

/** What a message says, in the language that is spoken. */
export function textOf<Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string {
  return renderNow(say(key, ...values))
}

/** The same with a tone. */
export function styledText<Key extends MessageKey>(key: Key, ...given: [...ValuesOf<Key>, tone?: Tone]): Span {
  const [values, tone = 'plain'] = given as unknown as [values?: Readonly<Record<string, Value>>, tone?: Tone]
  return { tone, text: renderNow(values === undefined ? { code: key } : { code: key, with: values }) }
}

/** What the help of a command says, in the language that is spoken. */
export function helpText(text: string): string {
  return spoken.help(text)
}

/** What a command does, in the language that is spoken. */
export function summaryOf(name: string, inEnglish: string): string {
  return spoken.summary(name) ?? inEnglish
}
