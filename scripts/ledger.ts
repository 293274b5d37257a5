/**
 * The capability ledger, docs/capabilities.md: one row per id, `| id | status | test | one line |`.
 * 1. Every id of the inventory stands there exactly once, and no other.
 * 2. A status is proven, partly or planned.
 * 3. `proven` names a test file, and the id stands in the full title of a test of that file that passed
 *    in the last report.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readReport, reportPath, type TestReport } from './report.ts'
import { root } from './run.ts'

const inventory: readonly (readonly [prefix: string, count: number])[] = [
  ['S0', 47],
  ['S1', 76],
  ['S2', 43],
  ['S3', 36],
  ['S4', 30],
  ['R', 49],
  ['U', 32],
  ['C', 25],
  ['D', 15],
]

export const inventoryIds: readonly string[] = inventory.flatMap(([prefix, count]) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
)

const statuses = ['proven', 'partly', 'planned']

interface Row {
  readonly id: string
  readonly status: string
  readonly test: string
}

const rowPattern = /^\| *((?:S[0-4]|R|U|C|D)-\d+) *\| *([^|]*?) *\| *`?([^|`]*?)`? *\| *[^|]+ *\|$/gm

export function parseLedger(text: string): Row[] {
  return [...text.matchAll(rowPattern)].map(([, id = '', status = '', test = '']) => ({ id, status, test }))
}

/** Test file (from the root of the workspace) → full titles of its passed tests. */
export function passedTitles(report: TestReport, folder: string): Map<string, string[]> {
  return new Map(
    report.testResults.map(({ name, assertionResults }) => [
      relative(folder, name),
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    ]),
  )
}

export function examineLedger(rows: readonly Row[], passed: ReadonlyMap<string, readonly string[]>): string[] {
  const count = (id: string): number => rows.filter((row) => row.id === id).length
  const missing = inventoryIds.filter((id) => count(id) === 0).map((id) => `${id}: no row`)
  return [...missing, ...rows.flatMap((row) => objectionsTo(row, { times: count(row.id), passed }))]
}

function objectionsTo(
  { id, status, test }: Row,
  known: { times: number; passed: ReadonlyMap<string, readonly string[]> },
): string[] {
  if (!inventoryIds.includes(id)) return [`${id}: not in the inventory`]
  if (known.times > 1) return [`${id}: ${known.times} rows`]
  if (!statuses.includes(status)) return [`${id}: status '${status}' is none of ${statuses.join(', ')}`]
  if (status !== 'proven') return []
  if (test === '') return [`${id}: proven, but the row names no test file`]
  const titles = known.passed.get(test)
  if (titles === undefined) return [`${id}: ${test} is not in the last report`]
  if (!titles.some((title) => namesId(title, id))) return [`${id}: no passed test of ${test} has it in its title`]
  return []
}

/** S1-4 is not named by a title that says S1-44. */
function namesId(title: string, id: string): boolean {
  return title.split(/[^\w-]+/).includes(id)
}

if (import.meta.main) {
  const report = readReport()
  const rows = parseLedger(readFileSync(join(root, 'docs/capabilities.md'), 'utf8'))
  const objections =
    report === undefined
      ? [`no report at ${relative(root, reportPath)}: run npm test`]
      : examineLedger(rows, passedTitles(report, root))
  for (const objection of objections) console.log(objection)
  const proven = rows.filter(({ status }) => status === 'proven').length
  console.log(`${rows.length} rows, ${proven} proven, ${objections.length} objections`)
  process.exitCode = objections.length === 0 ? 0 : 1
}
