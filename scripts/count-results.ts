/** Prints the last line of .ci/run: tests and bars together. A missing report counts as one failure. */
import { proofPath, readProof } from './proof-summary.ts'
import { readReport, reportPath, userReportPath } from './report.ts'

/** If run by root, the tests run a second time as an ordinary user. */
const paths = process.getuid?.() === 0 ? [reportPath, userReportPath] : [reportPath]
const results = [...paths.map(readTests), readProof(proofPath) ?? { passed: 0, failed: 1 }]

function readTests(path: string): { passed: number; failed: number } {
  const report = readReport(path)
  return report === undefined ? { passed: 0, failed: 1 } : { passed: report.numPassedTests, failed: failures(report) }
}

/** A file that broke before its first test has no failed test, but counts as failed. */
function failures({ numFailedTests, success }: { numFailedTests: number; success: boolean }): number {
  return success ? numFailedTests : Math.max(1, numFailedTests)
}

const sum = (of: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[of], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
