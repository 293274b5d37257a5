import { describe, expect, it } from 'vitest'
import { testFileOf } from './file.ts'

function names(path: string, text: string): readonly string[] {
  return testFileOf(path, text, { tests: [], known: 'by path' }).tests.map(({ name }) => name)
}

describe('a changed file without tests that have names', () => {
  it('I-22 is a test as a whole where its path says so and it has any code', () => {
    expect(names('test/a_test.exs', 'assert 1 == 1')).toEqual([''])
    expect(names('a.test.js', 'check(1)')).toEqual([''])
    expect(names('a.test.js', '\n  // nothing\n')).toEqual([])
    expect(names('a.test.js', '')).toEqual([])
  })

  it('I-22 is support for tests where it claims nothing, or where tests always have names', () => {
    expect(names('test/a.js', "import assert from 'node:assert'\nassert(true)")).toEqual([''])
    expect(names('test/place.js', 'export const place = 1')).toEqual([])
    expect(names('tests/test_place.py', 'place = 1')).toEqual([])
  })

  it('I-22 keeps the names that were found', () => {
    const found = { tests: [{ name: 'adds', state: 'runs' }], known: 'by path' } as const
    expect(testFileOf('a.test.js', 'x', found)).toMatchObject(found)
  })
})
