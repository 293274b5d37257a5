/**
 * How many tokens a text has: estimated as one for every four bytes of UTF-8, rounded up. A provider's tokenizer is
 * inexact for every other provider; this estimate is the same everywhere, errs on the high side for prose, and costs
 * nothing.
 */
export const estimator = 'one token for four bytes of UTF-8'

const bytesPerToken = 4

export function tokensOf(text: string): number {
  return Math.ceil(bytesOf(text) / bytesPerToken)
}

export function bytesOf(text: string): number {
  // Most texts have one byte per character, and testing that is much cheaper than counting.
  if (!/[\u0080-\uffff]/.test(text)) return text.length
  let bytes = 0
  for (const char of text) bytes += sizeOf(char)
  return bytes
}

function sizeOf(char: string): number {
  const code = char.codePointAt(0) as number
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_00_00 ? 3 : 4
}

/** The longest beginning (or end) of a text with at most so many bytes; never half a character. */
export function withinBytes(text: string, most: number, from: 'head' | 'tail' = 'head'): string {
  const chars = Array.from(text)
  if (from === 'tail') chars.reverse()
  const kept: string[] = []
  let bytes = 0
  for (const char of chars) {
    bytes += sizeOf(char)
    if (bytes > most) break
    kept.push(char)
  }
  return (from === 'tail' ? kept.toReversed() : kept).join('')
}
