/**
 * `npm run proof [-- <id> …]`: runs the long bars, two at a time where they allow it; one line per bar with its figure, a JSON
 * summary at the end.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { bars, type Bar } from './proof-bars.ts'
import { proofPath, type ProofSummary } from './proof-summary.ts'
import { cache, run } from './run.ts'

/** A whole proof is to take no more than 45 minutes; what hangs is ended later, so that a slower machine still proves all of it. */
const limitMs = 60 * 60_000
const lanes = 2
const startedAt = performance.now()
const results: ProofSummary['bars'][number][] = []

rmSync(proofPath, { force: true })
const named = process.argv.slice(2)
const wanted = bars.filter(({ id }) => named.length === 0 || named.includes(id))
const shared = wanted.filter(({ alone }) => !alone)
await Promise.all(Array.from({ length: lanes }, () => proveAll(shared)))
await proveAll(wanted.filter(({ alone }) => alone))
const failed = results.filter(({ isPassed }) => !isPassed).length
mkdirSync(cache, { recursive: true })
writeFileSync(proofPath, JSON.stringify({ passed: results.length - failed, failed, bars: results }, undefined, 2))
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`proof: ${results.length - failed} of ${results.length} bars passed in ${minutes} min`)
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1

/** Takes from the front, also what another lane has not taken. */
async function proveAll(waiting: Bar[]): Promise<void> {
  for (let bar = waiting.shift(); bar !== undefined; bar = waiting.shift()) results.push(await prove(bar))
}

async function prove({ id, title, command }: Bar): Promise<ProofSummary['bars'][number]> {
  const timeoutMs = Math.max(1, limitMs - (performance.now() - startedAt))
  const { exitCode, output, seconds } = await run(command, { echo: false, timeoutMs })
  const figure = lastFigure(output)
  // Silence is never success: a bar that printed no figure proved nothing.
  const isPassed = exitCode === 0 && figure !== undefined
  const shown = figure ?? 'printed no line that starts with "bar:"'
  console.log(`${isPassed ? 'ok  ' : 'FAIL'}  ${id.padEnd(4)} ${title}: ${shown} (${seconds.toFixed(1)} s)`)
  if (!isPassed)
    console.log(`${output.split('\n').slice(-80).join('\n')}\n      → again: ${command} (exit ${exitCode})`)
  return { id, title, isPassed, figure: shown, seconds }
}

function lastFigure(output: string): string | undefined {
  const line = stripVTControlCharacters(output)
    .split('\n')
    .findLast((text) => text.startsWith('bar:'))
  return line?.slice('bar:'.length).trim()
}
