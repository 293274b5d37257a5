import { describe, expect, it } from 'vitest'
import { examineLedger, inventoryIds, parseLedger, passedTitles } from './ledger.ts'

const file = 'packages/forge/src/core/fold.test.ts'

/** A full ledger, all planned, with some rows replaced, and a report of one file with the given tests. */
function examine(replaced: Record<string, string>, tests: Record<string, string> = {}): string[] {
  const lines = inventoryIds.map((id) => replaced[id] ?? `| ${id} | planned |  | something |`)
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
  return examineLedger(parseLedger(lines.join('\n')), passedTitles(report, '/anywhere'))
}

const proven = { 'U-05': `| U-05 | proven | \`${file}\` | budget vector |` }

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
    expect(examine({ 'U-05': '| U-05 | proven |  | budget vector |' })).toHaveLength(1)
    expect(examine({ 'U-05': '| U-05 | proven | elsewhere.test.ts | budget vector |' })).toEqual([
      'U-05: elsewhere.test.ts is not in the last report',
    ])
  })

  it('refuses a missing, a double, an unknown id and an unknown status', () => {
    expect(examine({ 'U-05': '' })).toEqual(['U-05: no row'])
    expect(examine({ 'U-05': '| U-05 | planned | | a |\n| U-05 | planned | | b |' })).toHaveLength(2)
    expect(examine({ 'U-05': '| U-05 | planned | | a |\n| U-99 | planned | | b |' })).toEqual([
      'U-99: not in the inventory',
    ])
    expect(examine({ 'U-05': '| U-05 | done | | a |' })).toHaveLength(1)
  })
})
