/**
 * Messages of the catalogue. A span of one carries its English text and where it came from; whoever prints for a person puts the
 * words of another language in its place. Programs get data, never these words.
 */
import { en, type MessageKey } from '#presets/messages/en.ts'
import { ptBR } from '#presets/messages/pt-BR.ts'
import { widthOf } from './width.ts'
import { spansOf, type Line, type Span, type Tone } from './line.ts'

export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]

export const catalogues: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, 'pt-BR': ptBR }

export type Values = Readonly<Record<string, string | number>>

export function said(key: MessageKey, values: Values = {}, tone: Tone = 'plain'): Span {
  return { tone, text: filled(en[key], values), message: { key, values } }
}

/** The same line in another language; what is no message stays as it is. */
export function inLanguage(line: Line, language: Language): Line {
  if (language === 'en') return line
  return spansOf(line).map((span) => {
    if (typeof span === 'string' || span.message === undefined) return span
    const { key, values } = span.message
    return { ...span, text: padded(filled(catalogues[language][key as MessageKey], values), span.width) }
  })
}

/** A message as the head of a column: as wide as its column, in whatever language. */
export function headed(key: MessageKey, width: number, tone: Tone = 'dim'): Span {
  const span = said(key, {}, tone)
  return { ...span, text: padded(span.text, width), width }
}

/** How wide a message is at most, whoever reads it. */
export function widestOf(key: MessageKey): number {
  return Math.max(...languages.map((language) => widthOf(catalogues[language][key])))
}

function padded(text: string, width = 0): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** What a message says in a language, where no line can carry it: prompts and help. */
export function wordsOf(key: MessageKey, language: Language, values: Values = {}): string {
  return filled(catalogues[language][key], values)
}

/** Once through the text: what is filled in is never looked at for names. */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The language of a locale such as `pt_BR.UTF-8`; undefined for one that Forge does not speak. */
export function languageOfLocale(locale: string | undefined): Language | undefined {
  if (locale === undefined) return undefined
  const [language = '', country] = locale.split('.')[0]?.split(/[_-]/) ?? []
  if (language.toLowerCase() === 'pt' && (country === undefined || country.toUpperCase() === 'BR')) return 'pt-BR'
  return language.toLowerCase() === 'en' || language === 'C' || language === 'POSIX' ? 'en' : undefined
}
