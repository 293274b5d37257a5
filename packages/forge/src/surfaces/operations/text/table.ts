/** Columns of text. Cells are made harmless before they are measured. */
import type { Line, Span } from './line.ts'
import { visibleLine } from './visible.ts'
import { clip, widthOf } from './width.ts'

export type Cell = string | Span

/** No cell is wider; longer text belongs below the table. */
const widestCell = 60

export function table(rows: readonly (readonly Cell[])[], indent = ''): readonly Line[] {
  const clipped = rows.map((row) => row.map(clipCell))
  const widths = clipped.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, widthOf(textOf(cell)))),
    [],
  )
  return clipped.map((row) => [
    indent,
    ...row.flatMap((cell, index): Cell[] => {
      const isLast = index === row.length - 1
      return isLast ? [cell] : [cell, ' '.repeat((widths[index] ?? 0) - widthOf(textOf(cell)) + 2)]
    }),
  ])
}

function clipCell(cell: Cell): Cell {
  return typeof cell === 'string' ? clip(cell, widestCell) : { ...cell, text: clip(cell.text, widestCell) }
}

function textOf(cell: Cell): string {
  return visibleLine(typeof cell === 'string' ? cell : cell.text)
}
