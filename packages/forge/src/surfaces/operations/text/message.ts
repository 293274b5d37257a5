/**
 * Messages in the reader's language.
 *
 * 1. The language is English, unless `speaking` sets another. Data is made outside of it: programs get codes and
 * English.
 * 2. `speaking` holds while lines are made, which is synchronous, and ends with it, even when making them threw.
 */
import type { MessageKey } from '#messages/en.ts'
import { formats, type Formats } from '#messages/formats.ts'
import type { Language } from '#messages/language.ts'
import { render } from '#messages/render.ts'
import { say, type Said, type Value, type ValuesOf } from '#messages/said.ts'
import type { Span, Tone } from './line.ts'

/** A language, with the help of commands in it. */
export interface Speech {
  readonly language: Language
  /** A text of a command's help, in this language. */
  help(text: string): string
  /** The summary of a command or group, by its name. */
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

/** Formats numbers, money and times for the current language. */
export function inFormat(): Formats {
  return formats[spoken.language]
}

/** A message from any room, in the current language. */
export function renderNow(sentence: Said): string {
  return render(sentence, spoken.language)
}

/** The text of a message, in the current language. */
export function textOf<Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string {
  return renderNow(say(key, ...values))
}

/** The same with a tone. */
export function styledText<Key extends MessageKey>(key: Key, ...given: [...ValuesOf<Key>, tone?: Tone]): Span {
  const [values, tone = 'plain'] = given as unknown as [values?: Readonly<Record<string, Value>>, tone?: Tone]
  return { tone, text: renderNow(values === undefined ? { code: key } : { code: key, with: values }) }
}

/** A text of a command's help, in the current language. */
export function helpText(text: string): string {
  return spoken.help(text)
}

/** The summary of a command, in the current language. */
export function summaryOf(name: string, inEnglish: string): string {
  return spoken.summary(name) ?? inEnglish
}
