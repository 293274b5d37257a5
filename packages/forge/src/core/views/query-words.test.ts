/** Plain words become conditions, or it is said which word does not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { isWords, readWords } from './query-words.ts'
import { attemptFields, runFields, unitFields } from './rows.ts'

const kinds = { units: unitFields, attempts: attemptFields, runs: runFields }

function read(text: string): string {
  const understood = readWords<keyof typeof kinds>(text, kinds, undefined)
  if (!understood.ok) return `${understood.failure.message} → ${understood.failure.hint}`
  const { of, where } = understood.value
  expect(parseQuery(where, kinds[of]).ok).toBe(true)
  return `${of}: ${where}`
}

describe('a query in words', () => {
  it.each([
    ['stopped units with more than 3 attempts', 'units: status=stopped and attempts>3'],
    ['show me all the tasks that are not done', 'units: status!=done'],
    ['attempts that timed out', 'attempts: failure=timeout'],
    ['which attempts of phase review were revised?', 'attempts: phase~"review" and verdict=revise'],
    ['attempts longer than 10 minutes', 'attempts: seconds>600'],
    ['units over 90 seconds', 'units: minutes>1.5'],
    ['runs over $2.50', 'runs: cost>2.5'],
    ['units with cost of at least 2 dollars', 'units: cost>=2'],
    ['runs waiting', 'runs: questions>0'],
    ['failed runs', 'runs: outcome=failed'],
    ['stopped because of limit', 'units: status=stopped and reason~"limit"'],
    ['crashed', 'attempts: failure=crash'],
    ['waiting units', 'units: waits~""'],
    ['units', 'units: '],
  ])('R-17 %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['stoped units', `'stoped' says nothing about units there → did you mean stopped?`],
    ['purple units', `'purple' says nothing about units there → say it as conditions`],
    ['units with more than attempts', `'more' says nothing about units there`],
    ['units of phase', `'phase' says nothing about units there`],
  ])('R-17 says which word it does not know: %s', (text, expected) => {
    expect(read(text)).toContain(expected)
  })

  it('R-17 leaves conditions alone', () => {
    expect(['status=done', 'attempts>3', 'reason~"a b"', ''].map(isWords)).toEqual([false, false, false, false])
    expect(isWords('stopped units')).toBe(true)
  })

  it('R-17 never throws, and what it understands is a query', () => {
    const word = fc.constantFrom(
      'stopped',
      'units',
      'runs',
      'more',
      'than',
      '3',
      'not',
      'cost',
      '$',
      'phase',
      'x',
      'of',
    )
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => void read(words.join(' '))))
  })
})
