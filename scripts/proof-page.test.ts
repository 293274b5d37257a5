import { expect, it } from 'vitest'
import { proofPage } from './proof-page.ts'

const bar = { id: 'B3', title: 'kill -9', isPassed: true, figure: '552 kills | 552 equal', seconds: 930 }

it('is a table of every bar with its figure, in the order of ids, and says which commit it speaks of', () => {
  const other = { id: 'B12', title: 'secrets', isPassed: false, figure: '1 hit', seconds: 30 }
  const page = proofPage({ commit: 'abc', third: 'all', passed: 1, failed: 1, bars: [other, bar] }, new Date(0))
  expect(page).toContain('- commit: abc\n- date: 1970-01-01\n')
  expect(page).toContain('- bars: 1 passed, 1 failed, 16 minutes added up\n')
  expect(page.split('\n').filter((line) => line.startsWith('| B'))).toEqual([
    '| B3 | kill -9 | passed | 552 kills \\| 552 equal | 15.5 min |',
    '| B12 | secrets | **failed** | 1 hit | 0.5 min |',
  ])
})
