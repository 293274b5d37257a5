/**
 * docs/threats.md. `--test` is bar T1: runs the tests that name a threat and keeps their report. `--write` writes the
 * page from the existing results; `npm run proof -- --all` does that with results of one commit.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProof, soFarPath, type ProofSummary } from './proof-summary.ts'
import { readReport } from './report.ts'
import { cache, root, run } from './run.ts'
import { threatsPage } from './threats/page.ts'
import { readAgents, testsPath } from './threats/results.ts'
import { threats } from './threats/table.ts'

export function writeThreats({ commit, bars }: Pick<ProofSummary, 'commit' | 'bars'>, at: Date): void {
  const results = { agents: readAgents(), tests: readReport(testsPath), bars }
  writeFileSync(join(root, 'docs/threats.md'), threatsPage(threats, results, { commit, at }))
}

async function test(): Promise<void> {
  const files = new Set(
    threats.flatMap(({ evidence }) => evidence.flatMap(({ by }) => ('file' in by ? [by.file] : []))),
  )
  mkdirSync(cache, { recursive: true })
  rmSync(testsPath, { force: true })
  const names = threats.map(({ id }) => `\\b${id}\\b`).join('|')
  const { exitCode, output } = await run(
    `vitest run --project quick --reporter=default --reporter=json --outputFile.json="${testsPath}" -t '${names}' ${[...files].join(' ')}`,
    { echo: true },
  )
  const report = readReport(testsPath)
  if (report === undefined) return fail(output)
  console.log(`bar: ${report.numPassedTests} tests that name a threat passed, ${report.numFailedTests} failed`)
  process.exitCode = exitCode
}

function fail(output: string): void {
  console.log(output.split('\n').slice(-20).join('\n'))
  process.exitCode = 1
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    const told = `${commit} or earlier ones: written from the results that were there`
    writeThreats({ commit: told, bars: readProof(soFarPath)?.bars ?? [] }, new Date())
  } else await test()
}
