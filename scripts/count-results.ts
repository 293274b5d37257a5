/** Prints the last line of .ci/run: tests and bars together. What left no report counts as one failure. */
import { readFileSync } from 'node:fs'
import { proofPath, type ProofSummary } from './proof-summary.ts'
import { readReport } from './report.ts'

function readProof(): ProofSummary | undefined {
  try {
    return JSON.parse(readFileSync(proofPath, 'utf8')) as ProofSummary
  } catch {
    return undefined
  }
}

const report = readReport()
const tests =
  report === undefined ? { passed: 0, failed: 1 } : { passed: report.numPassedTests, failed: failures(report) }
const proof = readProof() ?? { passed: 0, failed: 1 }

/** A file that broke before its first test has no failed test, yet it failed. */
function failures({ numFailedTests, success }: { numFailedTests: number; success: boolean }): number {
  return success ? numFailedTests : Math.max(1, numFailedTests)
}

console.log(`${tests.passed + proof.passed} passed, ${tests.failed + proof.failed} failed`)
