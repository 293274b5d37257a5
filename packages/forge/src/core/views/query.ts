/**
 * A small language to find rows: `field op value`, joined by `and`. Fields are known and typed, so that a wrong
 * field is reported with the nearest right one, and no user has to guess what a store holds.
 */
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import { nearest } from '#model/nearest.ts'
import { failed, success, type Result } from '#model/result.ts'

export type Value = string | number

export interface FieldInfo {
  readonly name: string
  readonly type: 'text' | 'number'
  readonly description: string
}

/** The value of a field; a sentence is searched by its English text. */
export type Cell = Value | Said

export type Row = Readonly<Record<string, Cell | undefined>>

const operators = ['!=', '>=', '<=', '=', '>', '<', '~'] as const
type Operator = (typeof operators)[number]

export interface Filter {
  readonly field: string
  readonly op: Operator
  readonly value: Value
}

export interface QueryFault {
  readonly message: Said
  readonly hint: Said
}

/** Conditions of a query; none at all matches everything. */
export function parseQuery(text: string, fields: readonly FieldInfo[]): Result<readonly Filter[], QueryFault> {
  const filters: Filter[] = []
  let rest = text.trim()
  while (rest !== '') {
    const [, field, op, quoted, bare] =
      /^([\w.-]+)\s*(!=|>=|<=|=|>|<|~)\s*(?:"([^"]*)"|([^\s"]+))(?=\s|$)/.exec(rest) ?? []
    if (field === undefined || op === undefined) return failed(notACondition(rest))
    const filter = filterOf(fields, { field, op: op as Operator, value: quoted ?? bare ?? '' })
    if (!filter.ok) return filter
    filters.push(filter.value)
    rest = rest.slice(rest.indexOf(op, field.length) + op.length).replace(/^\s*(?:"[^"]*"|[^\s"]+)\s*/, '')
    if (rest === '') break
    if (!/^and\s/i.test(rest))
      return failed({
        message: say('query.wordDoesNotBelong', { word: wordIn(rest) }),
        hint: say('query.conditionsJoinedByAnd'),
      })
    rest = rest.replace(/^and\s+/i, '')
    if (rest === '') return failed({ message: say('query.nothingAfterAnd'), hint: say('query.suchAsConditions') })
  }
  return success(filters)
}

function notACondition(rest: string): QueryFault {
  return {
    message: say('query.notCondition', { text: rest.slice(0, 60) }),
    hint: say('query.writeCondition', { operators: operators.join(' ') }),
  }
}

function wordIn(text: string): string {
  return text.split(/\s/)[0] ?? text
}

function filterOf(fields: readonly FieldInfo[], { field, op, value }: Filter): Result<Filter, QueryFault> {
  const known = fields.find(({ name }) => name === field)
  if (known === undefined) {
    const names = fields.map(({ name }) => name)
    const meant = nearest(field, names)
    return failed({
      message: say('query.noSuchField', { field }),
      hint:
        meant === undefined
          ? say('query.knownFields', { fields: names.join(', ') })
          : say('hint.didYouMeanThis', { meant }),
    })
  }
  if (known.type === 'text') {
    if (op === '=' || op === '!=' || op === '~') return success({ field, op, value })
    return failed({ message: say('query.fieldIsText', { field, op }), hint: say('query.howTextCompares') })
  }
  const number = Number(value)
  if (op === '~' || value === '' || Number.isNaN(number))
    return failed({
      message: say('query.fieldIsNumber', { field, op: `${op}${value}` }),
      hint: say('query.suchAsComparison', { field }),
    })
  return success({ field, op, value: number })
}

export function matches(row: Row, filters: readonly Filter[]): boolean {
  return filters.every((filter) => holds(row[filter.field], filter))
}

/** A missing value is neither equal, nor more, nor less. */
function holds(cell: Cell | undefined, { op, value }: Filter): boolean {
  if (cell === undefined) return op === '!='
  const found = typeof cell === 'object' ? render(cell, 'en') : cell
  switch (op) {
    case '=':
      return sameAs(found, value)
    case '!=':
      return !sameAs(found, value)
    case '~':
      return String(found).toLowerCase().includes(String(value).toLowerCase())
    case '>':
      return found > value
    case '<':
      return found < value
    case '>=':
      return found >= value
    case '<=':
      return found <= value
  }
}

function sameAs(found: Value, value: Value): boolean {
  return typeof found === 'string' ? found.toLowerCase() === String(value).toLowerCase() : found === value
}
