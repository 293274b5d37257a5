/** Rows of runs, units and attempts for `list` and `query`. */
import { z } from 'zod'
import { matches, type Cell, type FieldInfo, type Filter, type Row } from '#core/views/query.ts'
import { attemptFields, attemptRows, runFields, runRow, unitFields, unitRows } from '#core/views/query-rows.ts'
import type { Forge, Refusal } from '#forge.ts'
import { defined } from '#model/defined.ts'
import { nearest } from '#model/nearest.ts'
import { success, type Result } from '#model/result.ts'
import { render } from '#messages/render.ts'
import { step, type NextStep } from '#model/next.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { spentMoney } from './run-text.ts'
import { dim, type Line } from './text/line.ts'
import { inFormat, renderNow, styledText } from './text/message.ts'
import { table } from './text/table.ts'

export const Kind = z.enum(['runs', 'units', 'attempts'])
export type Kind = z.output<typeof Kind>

export const fieldsOf: Readonly<Record<Kind, readonly FieldInfo[]>> = {
  runs: runFields,
  units: unitFields,
  attempts: attemptFields,
}

export const Rows = z.object({
  of: Kind,
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), Said]))),
  meant: z.string().optional().describe('Where nothing matches: the condition that was probably meant'),
  more: z.number().describe('Rows that were left out; --limit shows more'),
  next: Next,
})
export type Rows = z.output<typeof Rows>

export interface RowFilter {
  readonly of: Kind
  readonly filters: readonly Filter[]
  readonly run?: string | undefined
  readonly limit: number
}

export async function findRows(forge: Forge, { of, filters, run, limit }: RowFilter): Promise<Result<Rows, Refusal>> {
  const all = await rowsOf(forge, of, run)
  if (!all.ok) return all
  const found = all.value.filter((row) => matches(row, filters))
  const meant = found.length === 0 ? meantBy(all.value, filters) : undefined
  return success({
    of,
    ...defined({ meant }),
    rows: found.slice(0, limit).map(present),
    more: Math.max(0, found.length - limit),
    next: [nextAfter(of, found[0])],
  })
}

/** A value that no row has, and the most similar one that a row has. */
function meantBy(rows: readonly Row[], filters: readonly Filter[]): string | undefined {
  for (const { field, op, value } of filters) {
    if (op !== '=' || typeof value !== 'string') continue
    const values = [...new Set(rows.map((row) => textIn(row[field])).filter((text) => text !== ''))]
    const meant = values.includes(value) ? undefined : nearest(value, values)
    if (meant !== undefined) return `${field}=${meant}`
  }
  return undefined
}

/** The text of a cell in conditions and commands. */
function textIn(cell: Cell | undefined): string {
  return typeof cell === 'object' ? render(cell, 'en') : String(cell ?? '')
}

function nextAfter(of: Kind, first: Row | undefined): NextStep {
  if (first === undefined) return step('query', { fields: true })
  const run = textIn(first['run'])
  return of === 'runs' ? step('status', { run }) : step('show', { unit: textIn(first['unit']), run })
}

async function rowsOf(forge: Forge, of: Kind, wanted: string | undefined): Promise<Result<readonly Row[], Refusal>> {
  const chosen = wanted === undefined ? undefined : await forge.chooseRun(wanted)
  if (chosen?.ok === false) return chosen
  const listed = chosen === undefined ? await forge.runs() : success([chosen.value])
  if (!listed.ok) return listed
  const newest = listed.value.toSorted((one, other) => other.at - one.at)
  if (of === 'runs') return success(newest.map(runRow))
  const rows: Row[] = []
  for (const { run } of newest) {
    const view = await forge.view(run)
    if (!view.ok) return view
    rows.push(...(of === 'units' ? unitRows(view.value) : attemptRows(view.value)))
  }
  return success(rows)
}

function present(row: Row): Record<string, Cell> {
  return Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

/** Only fields that some row has; long texts last. */
export function renderRows({ of, rows, more, meant }: Rows): readonly Line[] {
  if (rows.length === 0)
    return [[styledText(`rows.none-${of}`)], ...(meant === undefined ? [] : [[styledText('rows.meant', { meant })]])]
  const names = fieldsOf[of]
    .map(({ name }) => name)
    // An estimate is shown as a mark at the money.
    .filter((name) => name !== 'estimated' && rows.some((row) => row[name] !== undefined))
  const ordered = [
    ...names.filter((name) => name !== 'reason' && name !== 'title'),
    ...names.filter((name) => name === 'reason' || name === 'title'),
  ]
  return [
    ...table([ordered.map((name) => dim(name)), ...rows.map((row) => ordered.map((name) => cellOf(name, row)))]),
    ...(more === 0 ? [] : [[styledText('rows.more', { count: more }, 'strong')]]),
  ]
}

function cellOf(name: string, row: Rows['rows'][number]): string {
  const value = row[name]
  if (value === undefined) return '–'
  if (typeof value === 'object') return renderNow(value)
  return name === 'cost'
    ? spentMoney({ costMicros: microsOf(value), estimatedMicros: microsOf(row['estimated']) })
    : typeof value === 'number'
      ? inFormat().number(value)
      : value
}

function microsOf(dollars: Cell | undefined): number {
  return typeof dollars === 'number' ? Math.round(dollars * 1_000_000) : 0
}
