/**
 * `npm run check`: every rule that holds without running the tests. Two steps at a time, one line per step;
 * a failed step shows its output and what to do about it.
 */
import { parseArgs } from 'node:util'
import { measureFiles, roomsLines } from './rooms.ts'
import { run, type Ran } from './run.ts'

const knip = 'knip --no-progress --no-config-hints --tsConfig tsconfig.build.json'

interface Step {
  readonly rule: string
  readonly command: string
  /** What to do when it fails. */
  readonly remedy: string
}

const steps: readonly Step[] = [
  {
    rule: 'types and lint',
    // One program for both: the report includes that of `tsc -p tsconfig.json`, and checking twice would cost half as
    // much again.
    command: 'oxlint --type-aware --type-check --deny-warnings',
    remedy: 'fix the type error or the code; .oxlintrc.json says why each rule of the linter stands',
  },
  {
    rule: 'purity',
    command: 'tsc -p packages/forge/tsconfig.pure.json',
    remedy: 'model and core see no Node and no DOM: move the effect behind a port of engine/ports.ts',
  },
  {
    rule: 'declarations',
    command: 'tsc -p packages/forge/tsconfig.build.json --noEmit',
    remedy: 'export the type that the message names: the published declarations must be able to write it',
  },
  { rule: 'format', command: 'oxfmt --check', remedy: 'npm run format' },
  {
    rule: 'imports',
    command: 'node scripts/imports.ts',
    remedy: 'turn the import round; the table is scripts/imports/directions.ts',
  },
  {
    rule: 'dead-code',
    // The second run sees the product alone: what only tests use must be in the tests.
    command: `${knip} && ${knip} --production --include exports,files`,
    remedy: 'delete what nobody uses, move what only tests use to them, or name a new entry in knip.jsonc',
  },
  { rule: 'module-graph', command: 'node scripts/module-graph.ts', remedy: 'npm run docs, then read what changed' },
  {
    rule: 'citations',
    command: 'node scripts/citations.ts',
    remedy: 'write the row on the page that is named, or cite the number that is meant',
  },
  {
    rule: 'ledger',
    command: 'node scripts/ledger.ts',
    remedy:
      'fix docs/capabilities.md or ledger/, or write the test or plant it promises (AGENTS.md, The ledger); npm test makes the report it reads',
  },
]

const width = Math.max(...steps.map(({ rule }) => rule.length))

async function perform({ rule, command, remedy }: Step): Promise<boolean> {
  const ran: Ran = await run(command, { echo: false })
  const isFine = ran.exitCode === 0
  console.log(`${isFine ? 'ok  ' : 'FAIL'}  ${rule.padEnd(width)}  ${ran.seconds.toFixed(1)} s`)
  if (!isFine) console.log(`${indent(ran.output)}\n      → ${remedy}\n      → again: ${command}`)
  return isFine
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '      ')
}

async function performAll(chosen: readonly Step[]): Promise<number> {
  const waiting = [...chosen]
  let failed = 0
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await perform(step))) failed += 1
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

// `npm test` runs the ledger itself, after the tests whose report it reads, and the other rules beside them.
const { values } = parseArgs({ options: { only: { type: 'string' }, but: { type: 'string' } } })
const chosen = steps.filter(({ rule }) => rule === (values.only ?? rule) && rule !== values.but)
const failed = chosen.length === 0 ? 1 : await performAll(chosen)
console.log(
  failed === 0 ? `check: all ${chosen.length} rules hold` : `check: ${failed} of ${chosen.length} rules broken`,
)
if (values.only === undefined) console.log(roomsLines(await measureFiles()))
process.exitCode = failed === 0 ? 0 : 1
