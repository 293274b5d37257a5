import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forbiddenChanges, trajectoryWarning, termLines, termsOf, type Terms } from './unit-terms.ts'

describe('what a unit must not change', () => {
  it('R-39 is found by name, path, folder and pattern, however the folder is written', () => {
    const found = (pattern: string) =>
      forbiddenChanges({ disallowedChanges: [pattern] }, ['a.ts', 'db/x.sql', 'lib/db/y.sql', 'dbx', '.env.local'])
    expect(found('db/x.sql')).toEqual(['db/x.sql'])
    expect(found('db')).toEqual(['db/x.sql', 'lib/db/y.sql'])
    expect(found('db/')).toEqual(['db/x.sql', 'lib/db/y.sql'])
    expect(found('lib/db')).toEqual(['lib/db/y.sql'])
    expect(found('*.ts')).toEqual(['a.ts'])
    expect(found('.env*')).toEqual(['.env.local'])
    expect(found('other')).toBeUndefined()
  })

  it('R-39 may be hidden behind more changes than are known: that is not allowed either', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `f${index}`)
    expect(forbiddenChanges({ disallowedChanges: ['z'] }, many)?.[0]).toMatch(/too many/)
    expect(forbiddenChanges({ disallowedChanges: ['z'] }, many.slice(1))).toBeUndefined()
    expect(forbiddenChanges({}, many)).toBeUndefined()
  })
})

describe('the expected way', () => {
  const warned = (expected: string[], changed: string[]) => trajectoryWarning({ expectedTrajectory: expected }, changed)

  it('R-39 is warned about when more than half of it diverges, and only then', () => {
    expect(warned(['a', 'b'], ['a', 'b'])).toEqual([])
    expect(warned(['a', 'b'], ['a', 'c'])).toEqual([])
    expect(warned(['src/'], ['src/a', 'src/b'])).toEqual([])
    const [finding] = warned(['a', 'b'], ['c', 'd', 'b'])
    expect(finding).toMatchObject({ severity: 'warning', category: 'trajectory' })
    expect(finding?.claim).toEqual(
      'the changed paths differ from the planned ones by 60 %; planned but not changed: a; changed but not planned: c, d',
    )
    expect(warned(['a'], ['b'])[0]?.claim).toSay('100 %')
    expect(trajectoryWarning({}, ['b'])).toEqual([])
  })

  it('R-39 is never warned about for work that changed exactly what was expected', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (paths) => {
        expect(warned(paths, paths)).toEqual([])
      }),
    )
  })
})

const terms: Terms = {
  disallowedChanges: ['db/'],
  acceptanceCriteria: [
    { check: 'the old route', expected: 'still answers' },
    { check: 'the log', expected: 'is short', blocking: false },
  ],
  costBudget: { maxTokens: 5000, maxRetries: 1 },
  successEvidence: ['a test for the route'],
  expectedTrajectory: ['src/routes.ts'],
}

describe('what agents are told', () => {
  it('R-39 holds what must not change, what must hold, what shows it; judges are told to answer for each', () => {
    const author = termLines(terms, 'author').join('\n')
    for (const part of [
      'db/',
      'the old route → still answers',
      'the log → is short (not blocking)',
      'a test for the route',
      'src/routes.ts',
    ])
      expect(author).toContain(part)
    const judge = termLines(terms, 'judge').join('\n')
    expect(judge).toContain('answer for each in "criteria"')
    expect(judge).not.toContain('src/routes.ts')
    expect(termLines({}, 'author')).toEqual([])
  })

  it('R-39 an approval counts on every restriction, and not on what is only noted', () => {
    expect(termsOf('a', terms)).toEqual([
      'a must not change db/',
      'a must show the old route → still answers',
      'a at most 5000 tokens',
      'a at most 1 retries',
    ])
  })
})
