/** The query language: what it understands, and its messages about what it does not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { matches, parseQuery, type FieldInfo, type Row } from './query.ts'

const fields: readonly FieldInfo[] = [
  { name: 'status', type: 'text', description: '' },
  { name: 'reason', type: 'text', description: '' },
  { name: 'attempts', type: 'number', description: '' },
]
const rows: readonly Row[] = [
  { status: 'stopped', reason: raw('a limit of money'), attempts: 5 },
  { status: 'done', attempts: 2 },
  { status: 'open', reason: undefined, attempts: 0 },
]

function found(text: string): number[] {
  const parsed = parseQuery(text, fields)
  if (!parsed.ok) throw new Error(render(parsed.failure.message, 'en'))
  return rows.flatMap((row, index) => (matches(row, parsed.value) ? [index] : []))
}

function fault(text: string): string {
  const parsed = parseQuery(text, fields)
  if (parsed.ok) return ''
  const { message, hint } = parsed.failure
  return `${render(message, 'en')} → ${render(hint, 'en')}`
}

describe('a query', () => {
  it.each([
    ['', [0, 1, 2]],
    ['status=stopped', [0]],
    ['status = STOPPED', [0]],
    ['status!=done', [0, 2]],
    ['attempts>=2', [0, 1]],
    ['attempts>2', [0]],
    ['attempts<2 and status=open', [2]],
    ['reason~"limit of"', [0]],
    ['reason!=x', [0, 1, 2]],
    ['reason~LIMIT AND attempts<=5', [0]],
    ['status=done and status=open', []],
  ])('R-17 finds what it says: %s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    ['statsu=done', `there is no field 'statsu' → did you mean status?`],
    ['colour=red', `there is no field 'colour' → fields: status, reason, attempts`],
    ['status>done', 'status is a text and cannot be compared with > → use =, != or ~ (contains)'],
    ['attempts=many', `attempts is a number and cannot be compared with '=many' → such as attempts>3`],
    ['attempts~3', `attempts is a number and cannot be compared with '~3' → such as attempts>3`],
    ['status', `'status' is not a condition`],
    ['status=done attempts>1', `'attempts>1' is unexpected here → join conditions with and`],
    ['status=done and', `'and' is unexpected here`],
    ['status=done and  ', `'and' is unexpected here`],
    ['status="done', 'is not a condition'],
  ])('R-17 says what is wrong, and what is nearest: %s', (text, said) => {
    expect(fault(text)).toContain(said)
  })

  it('R-17 never throws, and what it accepts it can decide on any row', () => {
    const piece = fc.constantFrom(
      'status',
      'attempts',
      'reason',
      '=',
      '>',
      '~',
      '"',
      'a b',
      ' ',
      'and',
      '5',
      '!=',
      '<=',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (parts) => {
        const parsed = parseQuery(parts.join(''), fields)
        if (parsed.ok) for (const row of rows) expect(typeof matches(row, parsed.value)).toBe('boolean')
        else expect(parsed.failure.hint).not.toEqual('')
      }),
      { numRuns: 500 },
    )
  })
})
