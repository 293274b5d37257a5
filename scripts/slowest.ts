/** The slowest test files, to help shorten `npm test`. Nothing fails because of its duration. */
import { relative } from 'node:path'
import type { TestReport } from './report.ts'
import { root } from './run.ts'

const shown = 10

export function slowest({ testResults }: Pick<TestReport, 'testResults'>): string {
  return testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, shown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
    .join('\n')
}
