/** The JSON report that `npm test` writes: read by the ledger and by the last line of .ci/run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './run.ts'

export const reportPath = join(cache, 'test-report.json')

/** The report of the same tests run by an ordinary user; only `.ci/run` makes one, and only when it is run by root. */
export const userReportPath = join(cache, 'test-report-user.json')

/** The part of vitest's JSON report that Forge reads. */
export interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string
    readonly status: string
    readonly startTime?: number
    readonly endTime?: number
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly duration?: number
    }[]
  }[]
}

/** The last report, or undefined when there is none. */
export function readReport(path: string = reportPath): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}
