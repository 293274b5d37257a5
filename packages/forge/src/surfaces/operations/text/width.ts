/** The width of a text in columns, and cutting at a width. Counts graphemes: what a reader sees as one character. */
import { visibleLine } from './visible.ts'

let segmenter: Intl.Segmenter | undefined

/** Made when the first text needs it: plain ASCII never does, and making it takes as long as a query. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** East Asian wide and fullwidth blocks, and emoji. */
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|^[\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\uFE0F/u

export function widthOf(text: string): number {
  if (/^[\u0020-\u007E]*$/.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemesOf(text)) columns += wide.test(segment) ? 2 : /^\p{M}+$/u.test(segment) ? 0 : 1
  return columns
}

/** Made harmless, on one line, at most this wide; what is cut off leaves `…`. Never for commands: see `wrap`. */
export function clip(text: string, columns: number): string {
  const line = visibleLine(text)
  if (widthOf(line) <= columns) return line
  let kept = ''
  let used = 0
  for (const { segment } of graphemesOf(line)) {
    const width = widthOf(segment)
    if (used + width > columns - 1) break
    kept += segment
    used += width
  }
  return `${kept.trimEnd()}…`
}

/** The whole text, on as many lines as it takes: no part of a command is ever hidden, least of all its end (T-28). */
export function wrap(text: string, columns: number): readonly string[] {
  return visibleLine(text) === '' ? [''] : wrapGraphemes(visibleLine(text), Math.max(2, columns))
}

function wrapGraphemes(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const { segment } of graphemesOf(text)) {
    const width = widthOf(segment)
    if (used + width > columns) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += segment
    used += width
  }
  return [...lines, line]
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
