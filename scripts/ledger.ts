/**
 * The capability ledger, docs/capabilities.md: one row per id, `| id | status | test | plant | one line |`.
 * 1. It has every id of the inventory exactly once, and no other.
 * 2. A status is proven, partly or planned.
 * 3. `proven` names a test file, and the full title of a passed test of that file in the last report
 *    contains the id; a `*.proof.test.ts` file runs elsewhere, so there its source contains the id.
 * 4. `proven` names its plant, which exists in ledger/ and applies: `npm run ledger` sees the test red with it.
 * With --write the column of plants is written from ledger/.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { namesId } from './ledger/judge.ts'
import { applyPlant, plantName, type Plant } from './ledger/plant.ts'
import { placeOf, plants } from './ledger/plants.ts'
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

export interface Row {
  readonly id: string
  readonly status: string
  readonly test: string
  readonly plant: string
}

/** The sources that rows are checked against. */
export interface Known {
  /** Test file (from the root of the workspace) → full titles of its passed tests; undefined without a report. */
  readonly passed: ReadonlyMap<string, readonly string[]> | undefined
  readonly plants: readonly Plant[]
  /** The text of a file, from the root of the workspace; undefined when there is none. */
  readonly read: (path: string) => string | undefined
}

export const ledgerPath = join(root, 'docs/capabilities.md')

const rowPattern =
  /^\| *((?:S[0-4]|R|U|C|D)-\d+) *\| *([^|]*?) *\| *`?([^|`]*?)`? *\| *`?([^|`]*?)`? *\| *([^|]+?) *\|$/gm

export function parseLedger(text: string): Row[] {
  return [...text.matchAll(rowPattern)].map(([, id = '', status = '', test = '', plant = '']) => ({
    id,
    status,
    test,
    plant,
  }))
}

/** The page with its column of plants as ledger/ has them. */
export function withPlantColumn(text: string, known: readonly Plant[]): string {
  return text.replaceAll(rowPattern, (...[, id, status, test, , line]: string[]) => {
    const plant = known.find((each) => each.id === id)
    return `| ${id} | ${status} | ${test} | ${plant === undefined ? '' : plantName(plant)} | ${line} |`
  })
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

export function examineLedger(rows: readonly Row[], known: Known): string[] {
  const count = (id: string): number => rows.filter((row) => row.id === id).length
  const missing = inventoryIds.filter((id) => count(id) === 0).map((id) => `${id}: no row`)
  const provenIds = new Set(rows.filter(({ status }) => status === 'proven').map(({ id }) => id))
  const idle = known.plants
    .filter(({ id }) => !provenIds.has(id))
    .map(({ id }) => `${id}: ledger/ has a plant for it, but its row is not proven`)
  return [...missing, ...idle, ...rows.flatMap((row) => objectionsTo(row, count(row.id), known))]
}

function objectionsTo(row: Row, times: number, known: Known): string[] {
  const { id, status } = row
  if (!inventoryIds.includes(id)) return [`${id}: not in the inventory`]
  if (times > 1) return [`${id}: ${times} rows`]
  if (!statuses.includes(status)) return [`${id}: status '${status}' is none of ${statuses.join(', ')}`]
  if (status !== 'proven') return row.plant === '' ? [] : [`${id}: names a plant, but is not proven`]
  return [...objectionsToTest(row, known), ...objectionsToPlant(row, known)]
}

function objectionsToTest({ id, test }: Row, { passed, read }: Known): string[] {
  if (test === '') return [`${id}: proven, but the row names no test file`]
  if (test.endsWith('.proof.test.ts')) {
    const source = read(test)
    if (source === undefined) return [`${id}: ${test} does not exist`]
    return namesId(source, id) ? [] : [`${id}: no test of ${test} has it in its title`]
  }
  if (passed === undefined) return []
  const titles = passed.get(test)
  if (titles === undefined) return [`${id}: ${test} is not in the last report`]
  return titles.some((title) => namesId(title, id)) ? [] : [`${id}: no passed test of ${test} has it in its title`]
}

function objectionsToPlant({ id, plant: named }: Row, known: Known): string[] {
  const own = known.plants.filter((each) => each.id === id)
  const [plant] = own
  if (plant === undefined) return [`${id}: proven, but ledger/ has no plant for it`]
  if (own.length > 1) return [`${id}: ${own.length} plants`]
  if (named !== plantName(plant))
    return [`${id}: the row names the plant '${named}', ledger/ has '${plantName(plant)}'`]
  const source = known.read(placeOf(plant))
  if (source === undefined) return [`${id}: its plant names ${placeOf(plant)}, which does not exist`]
  const applied = applyPlant(source, plant)
  return 'objection' in applied ? [`${id}: its plant does not apply: ${plant.module} ${applied.objection}`] : []
}

export function readWorkspaceFile(path: string): string | undefined {
  const place = join(root, path)
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}

function main(): void {
  const text = readFileSync(ledgerPath, 'utf8')
  if (process.argv.includes('--write')) return writeFileSync(ledgerPath, withPlantColumn(text, plants))
  const report = readReport()
  const rows = parseLedger(text)
  const passed = report === undefined ? undefined : passedTitles(report, root)
  const objections = [
    ...(report === undefined ? [`no report at ${relative(root, reportPath)}: run npm test`] : []),
    ...examineLedger(rows, { passed, plants, read: readWorkspaceFile }),
  ]
  for (const objection of objections) console.log(objection)
  const proven = rows.filter(({ status }) => status === 'proven').length
  console.log(`${rows.length} rows, ${proven} proven, ${plants.length} plants, ${objections.length} objections`)
  process.exitCode = objections.length === 0 ? 0 : 1
}

if (import.meta.main) main()
