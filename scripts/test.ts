/** `npm test`: the tests, then every rule of `npm run check` (the ledger reads the report of these tests), one verdict. */
import { rmSync } from 'node:fs'
import { readReport, reportPath } from './report.ts'
import { run } from './run.ts'

// A report from an earlier run must never speak for this one.
rmSync(reportPath, { force: true })

const tests = await run(
  `vitest run --project quick --reporter=default --reporter=json --outputFile.json="${reportPath}"`,
  { echo: true },
)
const check = await run('node scripts/check.ts', { echo: true })

const report = readReport()
const counted = report === undefined ? 'no report' : `${report.numPassedTests} passed, ${report.numFailedTests} failed`
console.log(`\ntests: ${counted} (${tests.seconds.toFixed(0)} s)`)
console.log(
  `check: ${check.exitCode === 0 ? 'all rules hold' : 'broken rules, see above'} (${check.seconds.toFixed(0)} s)`,
)
process.exitCode = tests.exitCode === 0 && check.exitCode === 0 && report?.success === true ? 0 : 1
