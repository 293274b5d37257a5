/** Shortens a text: its beginning and its end stay, and a marker between them names what is gone. */
import { bytesOf, tokensOf, withinBytes } from './tokens.ts'

/**
 * At most `most` tokens, marker included. A short text is unchanged; a limit too small for the marker gives an empty
 * text.
 */
export function cutToTokens(text: string, most: number): string {
  const all = tokensOf(text)
  if (all <= most) return text
  const marker = `\n[… cut: ${all} tokens were too many for ${most} …]\n`
  const room = most * 4 - bytesOf(marker)
  if (room < 0) return ''
  const tail = Math.floor(room / 3)
  return `${withinBytes(text, room - tail)}${marker}${withinBytes(text, tail, 'tail')}`
}
