import { describe, expect, it } from 'vitest'
import { examineLedger, inventoryIds, parseLedger, passedTitles, withPlantColumn, type Known } from './ledger.ts'

const file = 'packages/forge/src/core/fold.test.ts'
const plant = { id: 'U-05', module: 'core/fold.ts', function: 'fold', replace: 'return 0' }
const source = 'export function fold(): number { return 1 }'

/** A full ledger, all planned, with some rows replaced, and a report of one file with the given tests. */
function examine(
  replaced: Record<string, string>,
  tests: Record<string, string> = {},
  known: Partial<Known> = {},
): string[] {
  const lines = inventoryIds.map((id) => replaced[id] ?? `| ${id} | planned |  |  | something |`)
  const report = {
    numPassedTests: 0,
    numFailedTests: 0,
    success: true,
    testResults: [
      {
        name: `/anywhere/${file}`,
        status: 'passed',
        assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
      },
    ],
  }
  return examineLedger(parseLedger(lines.join('\n')), {
    passed: passedTitles(report, '/anywhere'),
    plants: lines.some((line) => line.includes('proven')) ? [plant] : [],
    read: (path) => (path === 'packages/forge/src/core/fold.ts' ? source : undefined),
    ...known,
  })
}

const proven = { 'U-05': `| U-05 | proven | \`${file}\` | core/fold.ts#fold | budget vector |` }
const green = { 'budgets U-05 are folds': 'passed' }

describe('capability ledger', () => {
  it('knows 232 seed capabilities and 121 other ids', () => {
    expect(inventoryIds.filter((id) => id.startsWith('S'))).toHaveLength(232)
    expect(inventoryIds).toHaveLength(232 + 49 + 32 + 25 + 15)
  })

  it('accepts planned rows without any test', () => {
    expect(examine({})).toEqual([])
  })

  it('accepts a proven id that stands in the title of a passed test', () => {
    expect(examine(proven, { 'budgets U-05 are folds': 'passed' })).toEqual([])
  })

  it('refuses a proven id that stands in no title', () => {
    expect(examine(proven, { 'budgets are folds': 'passed' })).toEqual([
      `U-05: no passed test of ${file} has it in its title`,
    ])
  })

  it('refuses a proven id that is only part of another id', () => {
    expect(examine(proven, { 'budgets U-051': 'passed' })).toHaveLength(1)
  })

  it.each(['failed', 'skipped', 'pending', 'todo'])('refuses a proven id whose test is %s', (status) => {
    expect(examine(proven, { 'budgets U-05 are folds': status })).toHaveLength(1)
  })

  it('refuses a proven id without a test file, or with one that did not run', () => {
    expect(examine({ 'U-05': '| U-05 | proven |  | core/fold.ts#fold | budget vector |' })).toHaveLength(1)
    expect(examine({ 'U-05': '| U-05 | proven | elsewhere.test.ts | core/fold.ts#fold | budget vector |' })).toEqual([
      'U-05: elsewhere.test.ts is not in the last report',
    ])
  })

  it('refuses a missing, a double, an unknown id and an unknown status', () => {
    expect(examine({ 'U-05': '' })).toEqual(['U-05: no row'])
    expect(examine({ 'U-05': '| U-05 | planned | | | a |\n| U-05 | planned | | | b |' })).toHaveLength(2)
    expect(examine({ 'U-05': '| U-05 | planned | | | a |\n| U-99 | planned | | | b |' })).toEqual([
      'U-99: not in the inventory',
    ])
    expect(examine({ 'U-05': '| U-05 | done | | | a |' })).toHaveLength(1)
  })

  it('finds the id of a proof test in its source, because it runs elsewhere', () => {
    const row = { 'U-05': '| U-05 | proven | a.proof.test.ts | core/fold.ts#fold | budget vector |' }
    const read = (text?: string) => (path: string) => (path === 'a.proof.test.ts' ? text : source)
    expect(examine(row, {}, { read: read("it('U-05 holds')") })).toEqual([])
    expect(examine(row, {}, { read: read("it('U-051 holds')") })).toEqual([
      'U-05: no test of a.proof.test.ts has it in its title',
    ])
    expect(examine(row, {}, { read: read() })).toEqual(['U-05: a.proof.test.ts does not exist'])
  })
})

describe('plants of the ledger', () => {
  it('every proven row has exactly one', () => {
    const row = { 'U-05': `| U-05 | proven | ${file} |  | budget vector |` }
    expect(examine(row, green, { plants: [] })).toEqual(['U-05: proven, but ledger/ has no plant for it'])
    expect(examine(proven, green, { plants: [plant, plant] })).toEqual(['U-05: 2 plants'])
  })

  it('stands in the row under its name', () => {
    const row = { 'U-05': `| U-05 | proven | ${file} | core/fold.ts#other | budget vector |` }
    expect(examine(row, green)).toEqual([
      "U-05: the row names the plant 'core/fold.ts#other', ledger/ has 'core/fold.ts#fold'",
    ])
    expect(withPlantColumn(row['U-05'], [plant])).toBe(
      `| U-05 | proven | ${file} | core/fold.ts#fold | budget vector |`,
    )
    expect(withPlantColumn(proven['U-05'], [])).toBe(`| U-05 | proven | ${file} |  | budget vector |`)
  })

  it('applies to the sources as they are, which is known without a report of tests too', () => {
    const gone = { passed: undefined, read: () => '' }
    expect(examine(proven, {}, gone)).toEqual(['U-05: its plant does not apply: core/fold.ts has no function fold'])
    expect(examine(proven, green, { read: () => 'export function other(): number { return 1 }' })).toEqual([
      'U-05: its plant does not apply: core/fold.ts has no function fold',
    ])
    expect(examine(proven, green, { read: () => undefined })).toEqual([
      'U-05: its plant names packages/forge/src/core/fold.ts, which does not exist',
    ])
  })

  it('belongs to a proven row', () => {
    expect(examine({}, {}, { plants: [plant] })).toEqual([
      'U-05: ledger/ has a plant for it, but its row is not proven',
    ])
    expect(examine({ 'U-05': '| U-05 | partly | | core/fold.ts#fold | a |' })).toEqual([
      'U-05: names a plant, but is not proven',
    ])
  })
})
