import { join } from 'node:path'
import { expect, it } from 'vitest'
import { slowest } from './slowest.ts'
import { root } from './run.ts'

it('names the ten slowest test files, the slowest first', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    name: join(root, `scripts/t${index}.test.ts`),
    status: 'passed',
    startTime: 1000,
    endTime: 1000 + index * 1500,
    assertionResults: [],
  }))
  const lines = slowest({ testResults }).split('\n')
  expect(lines[0]).toBe('  16.5 s  scripts/t11.test.ts')
  expect(lines.at(-1)).toBe('   3.0 s  scripts/t2.test.ts')
  expect(lines.length).toBe(10)
})
