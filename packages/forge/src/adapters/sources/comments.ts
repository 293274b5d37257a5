/** Removes comments and strings from sources, preserving lines: only code is left. Not exact, and always linear. */

export interface Syntax {
  /** The start of a comment that ends with its line. */
  readonly line: string
  /** Comments over several lines, by their start and end. */
  readonly blocks: readonly (readonly [string, string])[]
  /** String delimiters, the longest first; strings over several lines have three marks or a mark of their own. */
  readonly texts: readonly string[]
  /** Strings that stay unchanged, such as names in marks. */
  readonly kept?: readonly string[]
}

/** Replaces comments and strings by spaces; line ends stay. */
export function codeOf(text: string, { line, blocks, texts, kept = [] }: Syntax): string {
  const parts: string[] = []
  let at = 0
  const blank = (to: number): void => {
    parts.push(text.slice(at, to).replaceAll(/[^\n]/g, ' '))
    at = to
  }
  const after = (end: string, from: number, otherwise: number): number => {
    const found = text.indexOf(end, from)
    return found < 0 ? otherwise : found + end.length
  }
  while (at < text.length) {
    const block = blocks.find(([begin]) => text.startsWith(begin, at))
    const quote = texts.find((mark) => text.startsWith(mark, at))
    if (text.startsWith(line, at)) blank(Math.max(at + 1, after('\n', at, text.length + 1) - 1))
    else if (block !== undefined) blank(after(block[1], at + block[0].length, text.length))
    else if (quote !== undefined && !kept.includes(quote)) blank(endOfText(text, at, quote))
    else {
      parts.push(text.charAt(at))
      at += 1
    }
  }
  return parts.join('')
}

/** A short string ends with its line at the latest: a stray quote must not hide the rest of the file. */
function endOfText(text: string, from: number, quote: string): number {
  for (let at = from + quote.length; at < text.length; at += 1) {
    if (text[at] === '\\' && quote !== '`') at += 1
    else if (text.startsWith(quote, at)) return at + quote.length
    else if (text[at] === '\n' && quote.length === 1 && quote !== '`') return at
  }
  return text.length
}
