/**
 * `npm run ledger [-- <id> …] [--third <k>]`: sets each plant in a copy of the workspace and runs the test that the
 * ledger names for its row. The test with the id must be red by assertion, and another test of the file green.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ledgerPath, parseLedger, readWorkspaceFile } from './ledger.ts'
import { planFor, type Planned } from './ledger/choose.ts'
import { judge, judgementText, titleFilter, type Judgement, type Ran } from './ledger/judge.ts'
import { openLane, type Lane } from './ledger/lane.ts'
import { applyPlant, plantName, type Plant } from './ledger/plant.ts'
import { placeOf, plants } from './ledger/plants.ts'
import { readReport } from './report.ts'
import { cache, root } from './run.ts'

interface Outcome {
  readonly id: string
  readonly isOk: boolean
  readonly text: string
  readonly seconds: number
}

const laneCount = 2
const summaryPath = join(cache, 'ledger.json')

const { values, positionals } = parseArgs({ allowPositionals: true, options: { third: { type: 'string' } } })
// `npm run proof` sets a variable to select which third of a long bar this run does.
const third = values.third ?? process.env['FORGE_THIRD']
const rows = parseLedger(readFileSync(ledgerPath, 'utf8'))
const waiting = planFor(
  { rows, plants, report: readReport(), folder: root },
  { ids: positionals, third: third === undefined ? undefined : Number(third) },
)
const outcomes: Outcome[] = positionals
  .filter((id) => !waiting.some(({ plant }) => plant.id === id))
  .map((id) => ({ id, isOk: false, text: 'no proven row with a plant', seconds: 0 }))
for (const outcome of outcomes) say(outcome)

const total = waiting.length + outcomes.length
const startedAt = performance.now()
await Promise.all(Array.from({ length: Math.min(laneCount, waiting.length) }, work))
finish((performance.now() - startedAt) / 1000)

async function work(): Promise<void> {
  const lane = openLane()
  process.once('exit', lane.end)
  for (let planned = waiting.shift(); planned !== undefined; planned = waiting.shift()) {
    const from = performance.now()
    const { isOk, text } = await examine(lane, planned)
    const outcome = { id: planned.plant.id, isOk, text, seconds: (performance.now() - from) / 1000 }
    outcomes.push(outcome)
    say(outcome)
  }
  lane.end()
}

async function examine(lane: Lane, { plant, test, neighbour }: Planned): Promise<{ isOk: boolean; text: string }> {
  const path = placeOf(plant)
  const applied = applyPlant(readWorkspaceFile(path) ?? '', plant)
  if ('objection' in applied) return { isOk: false, text: `does not apply: ${plant.module} ${applied.objection}` }
  const isWanted = positionals.length > 0
  const before = isWanted ? await redWithout(lane, plant, test) : undefined
  if (before !== undefined) return { isOk: false, text: `"${before}" does not pass without the plant` }
  const runTitles = (titles: RegExp): Promise<Ran> =>
    lane.runWith({ path, text: applied.text }, { file: test, titles: titles.source })
  const first = await runTitles(titleFilter(plant.id, neighbour === undefined ? [] : [neighbour]))
  const judgement = judge(plant.id, first)
  const settled = judgement.kind === 'alone' ? await withOthers(plant.id, first, runTitles) : judgement
  return { isOk: settled.kind === 'ok', text: `${plantName(plant)}  ${judgementText(settled)}` }
}

/** `npm test` has seen the tests of all rows pass; for a row that was named, its test may be newer than that. */
async function redWithout(lane: Lane, plant: Plant, file: string): Promise<string | undefined> {
  const path = placeOf(plant)
  const planted = { path, text: readWorkspaceFile(path) ?? '' }
  const ran = await lane.runWith(planted, { file, titles: titleFilter(plant.id, []).source })
  return ran.errors[0] ?? ran.tests.find(({ state }) => state === 'failed')?.title
}

/** The chosen neighbour was red as well, or none was known: tries a few others of the file. */
async function withOthers(id: string, first: Ran, runTitles: (titles: RegExp) => Promise<Ran>): Promise<Judgement> {
  const others = first.tests.filter(({ state }) => state === 'skipped').map(({ title }) => title)
  if (others.length === 0) return { kind: 'alone' }
  const second = await runTitles(titleFilter('no test', others.slice(0, 4)))
  return judge(id, {
    errors: second.errors,
    tests: [...first.tests, ...second.tests.filter(({ state }) => state === 'passed')],
  })
}

function say({ id, isOk, text, seconds }: Outcome): void {
  console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${id.padEnd(6)} ${seconds.toFixed(1).padStart(5)} s  ${text}`)
  if (!isOk) console.log(`      → again: npm run ledger -- ${id}`)
}

function finish(seconds: number): void {
  const proven = outcomes.filter(({ isOk }) => isOk).length
  mkdirSync(cache, { recursive: true })
  writeFileSync(summaryPath, JSON.stringify({ proven, failed: total - proven, seconds, rows: outcomes }, undefined, 2))
  const each = (seconds / Math.max(1, total)).toFixed(1)
  console.log(
    `bar: ${proven} of ${total} rows red by assertion with their plant, ${each} s a row (${seconds.toFixed(0)} s)`,
  )
  process.exit(proven === total && total > 0 ? 0 : 1)
}
