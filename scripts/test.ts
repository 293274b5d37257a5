/**
 * `npm test`: the tests and, beside them, every rule of `npm run check`; one verdict. The ledger comes last: it reads the
 * report of these tests.
 */
import { rmSync } from 'node:fs'
import { readReport, reportPath } from './report.ts'
import { run } from './run.ts'
import { slowest } from './slowest.ts'

// A report from an earlier run must never be taken for this one's.
rmSync(reportPath, { force: true })

process.env['FORGE_TESTS'] = 'all' // read by vitest.config.ts

// Tests wait for processes and disks now and then; the rules use the idle time, and print when they are done.
const rules = run('nice -n 10 node scripts/check.ts --but ledger', { echo: false })
const tests = await run(
  `vitest run --project "quick*" --reporter=default --reporter=json --outputFile.json="${reportPath}"`,
  { echo: true },
)
const checked = await rules
console.log(checked.output.trimEnd())
const ledger = await run('node scripts/check.ts --only ledger', { echo: true })

const report = readReport()
const counted = report === undefined ? 'no report' : `${report.numPassedTests} passed, ${report.numFailedTests} failed`
const holds = checked.exitCode === 0 && ledger.exitCode === 0
if (report !== undefined) console.log(`\nslowest test files:\n${slowest(report)}`)
console.log(`\ntests: ${counted} (${tests.seconds.toFixed(0)} s)`)
console.log(
  `check: ${holds ? 'all rules hold' : 'broken rules, see above'} (${checked.seconds.toFixed(0)} s beside the tests)`,
)
process.exitCode = tests.exitCode === 0 && holds && report?.success === true ? 0 : 1
