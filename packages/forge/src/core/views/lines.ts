/** The non-empty lines of a text: output of programs is cut at its line ends. */
import { render } from '#messages/render.ts'
import { raw, type Said } from '#messages/said.ts'

export function linesIn(said: Said): readonly Said[] {
  if ('all' in said && said.between.includes('\n')) return said.all.flatMap(linesIn)
  // Where a sentence contains output, its lines are shown as printed.
  const text = render(said, 'en')
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length === 1 && !('raw' in said) ? [said] : lines.map(raw)
}
