/** A line as a person reads it, without its tones. */
import { spansOf, type Line } from '#surfaces/operations/text/line.ts'

export function plainOf(line: Line): string {
  return spansOf(line)
    .map((span) => (typeof span === 'string' ? span : span.text))
    .join('')
}
