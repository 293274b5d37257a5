import assert from 'node:assert'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorLine, isAssertion, judge, titleFilter, type RanTest } from './judge.ts'

const green: RanTest = { title: 'folds the rest', state: 'passed' }
const red: RanTest = {
  title: 'folds U-05 counts',
  state: 'failed',
  error: { isAssertion: true, text: 'AssertionError: expected 1 to be 2' },
}
const thrown: RanTest = { ...red, error: { isAssertion: false, text: "TypeError: Cannot read 'x'" } }
const judged = (tests: RanTest[], errors: string[] = []) => judge('U-05', { tests, errors })

describe('a row of the ledger with its plant', () => {
  it('is right when its test is red by assertion and another one green', () => {
    expect(judged([green, red])).toEqual({ kind: 'ok', red: red.error?.text, green: green.title })
  })

  it('is wrong when its test survives', () => {
    expect(judged([green, { title: red.title, state: 'passed' }])).toEqual({ kind: 'survived', title: red.title })
  })

  it('is wrong when one of its tests is red by anything but an assertion', () => {
    expect(judged([green, thrown])).toMatchObject({ kind: 'threw', text: "TypeError: Cannot read 'x'" })
    expect(judged([green, red, thrown])).toMatchObject({ kind: 'threw' })
  })

  it('is wrong when nothing else stays green', () => {
    expect(judged([red])).toEqual({ kind: 'alone' })
    expect(judged([red, { title: 'other', state: 'skipped' }, { ...red, title: 'another' }])).toEqual({ kind: 'alone' })
  })

  it('is wrong when its test does not exist, or was skipped', () => {
    expect(judged([green, { ...red, title: 'U-051 counts' }])).toEqual({ kind: 'untested' })
    expect(judged([green, { title: red.title, state: 'skipped' }])).toEqual({ kind: 'untested' })
  })

  it('is wrong when its file does not load', () => {
    expect(judged([], ['SyntaxError: x'])).toEqual({ kind: 'broken', text: 'SyntaxError: x' })
    expect(judged([{ title: red.title, state: 'skipped' }], ['Error: beforeAll'])).toMatchObject({ kind: 'broken' })
  })
})

describe('an assertion', () => {
  const errorOf = (act: () => unknown): Error => {
    try {
      act()
    } catch (error) {
      return error as Error
    }
    return new Error('did not throw')
  }

  it('is what expect, assert and a property with one of them throw', () => {
    expect(isAssertion(errorOf(() => expect(1).toBe(2)))).toBe(true)
    expect(isAssertion(errorOf(() => assert.equal(1, 2)))).toBe(true)
    const property = errorOf(() => fc.assert(fc.property(fc.constant(1), (n) => expect(n).toBe(-1))))
    expect(isAssertion(property)).toBe(true)
    expect(errorLine(property)).toBe('AssertionError: expected 1 to be -1 // Object.is equality')
  })

  it('is no other error: not a type error, not a timeout, not a property that throws', () => {
    expect(isAssertion(new TypeError('x is undefined'))).toBe(false)
    expect(isAssertion(new Error('Test timed out in 5000ms.'))).toBe(false)
    const boom = (): never => {
      throw new RangeError('boom')
    }
    expect(isAssertion(errorOf(() => fc.assert(fc.property(fc.nat(), boom))))).toBe(false)
  })
})

it('the title filter takes the id as a word, and other titles as they are', () => {
  const filter = titleFilter('S1-4', ['suite sums (1 + 1) > 1?'])
  expect(['S1-4 stops', 'a S1-3 S1-4', 'suite > sums (1 + 1) > 1?'].map((title) => filter.test(title))).toEqual([
    true,
    true,
    true,
  ])
  expect(['S1-44 stops', 'XS1-4', 'suite sums (1 + 1) > 1? no'].some((title) => filter.test(title))).toBe(false)
})
