/**
 * One view on a terminal, redrawn in place.
 *
 * 1. A frame is never wider or higher than the terminal, so that moving up by its height finds its first line again.
 * 2. The cursor is hidden while the view lives and is back afterwards, however the process ends.
 */
import { spansOf, type Line } from '#surfaces/operations/text/line.ts'
import { visibleLine } from '#surfaces/operations/text/visible.ts'
import { clip, widthOf } from '#surfaces/operations/text/width.ts'
import { printed, type Style, type Terminal } from './terminal.ts'

export interface Screen {
  draw(lines: readonly Line[]): void
  /** The last frame stays. */
  close(): void
}

const [hide, show] = ['\u001B[?25l', '\u001B[?25h']

export function createScreen(terminal: Terminal, style: Style): Screen {
  let height: number | undefined
  const restore = (): void => terminal.out(show)
  return {
    draw(lines) {
      const { columns, rows } = terminal.size()
      const frame = lines.slice(0, Math.max(1, rows - 1)).map((line) => printed(clipLine(line, columns), style))
      if (height === undefined) process.once('exit', restore)
      const home = height === undefined ? hide : height === 0 ? '\r' : `\u001B[${height}A\r`
      height = frame.length
      // Line by line to its end, then the rest: the screen is never cleared first, so nothing flickers.
      terminal.out(`${home}${frame.map((line) => `${line}\u001B[K\n`).join('')}\u001B[J`)
    },
    close() {
      if (height === undefined) return
      height = undefined
      process.removeListener('exit', restore)
      restore()
    },
  }
}

/** Its beginning, as far as it fits. */
export function clipLine(line: Line, columns: number): Line {
  let left = columns
  return spansOf(line).flatMap((span) => {
    const text = typeof span === 'string' ? span : span.text
    if (left <= 0) return []
    const shown = widthOf(visibleLine(text)) <= left ? visibleLine(text) : clip(text, left)
    left -= widthOf(shown)
    return [typeof span === 'string' ? shown : { tone: span.tone, text: shown }]
  })
}
