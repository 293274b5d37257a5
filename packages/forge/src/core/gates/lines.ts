/**
 * Words of a line with their columns. Quotes hold a word together; commas and brackets are words where a list is read.
 */
import { parseJson } from '#model/parse-json.ts'

export interface Word {
  readonly text: string
  /** Counted from 1. */
  readonly column: number
  /** A quoted word is never an operator, a bracket or an attribute. */
  readonly quoted: boolean
}

/** The words of a line; an unclosed quote is reported by its column. */
export function wordsOf(line: string): { readonly words: readonly Word[]; readonly openQuote?: number } {
  const words: Word[] = []
  let at = 0
  while (at < line.length) {
    const char = line[at] as string
    if (/\s/.test(char)) {
      at += 1
    } else if (char === '"') {
      const end = closingQuote(line, at)
      const text = end === undefined ? undefined : unquote(line.slice(at, end + 1))
      if (end === undefined || text === undefined) return { words, openQuote: at + 1 }
      words.push({ text, column: at + 1, quoted: true })
      at = end + 1
    } else {
      const end = '[],'.includes(char) ? at + 1 : wordEnd(line, at)
      words.push({ text: line.slice(at, end), column: at + 1, quoted: false })
      at = end
    }
  }
  return { words }
}

function wordEnd(line: string, from: number): number {
  let at = from
  while (at < line.length && !/[\s[\],"]/.test(line[at] as string)) at += 1
  return at
}

function closingQuote(line: string, from: number): number | undefined {
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '"') return at
  }
  return undefined
}

function unquote(text: string): string | undefined {
  const value = parseJson(text)
  return typeof value === 'string' ? value : undefined
}

/** Quotes a word if needed, so that it is read back the same. */
export function quoteWord(text: string): string {
  const isPlain = text !== '' && !/[\s[\],"]/.test(text) && !text.startsWith('#')
  return isPlain ? text : JSON.stringify(text)
}
