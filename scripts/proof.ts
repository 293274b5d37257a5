/** `npm run proof`: runs the long bars one after the other; one line per bar with its figure, a JSON summary at the end. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { bars, type Bar } from './proof-bars.ts'
import { proofPath, type ProofSummary } from './proof-summary.ts'
import { cache, run } from './run.ts'

const limitMs = 45 * 60_000
const startedAt = performance.now()
const results: ProofSummary['bars'][number][] = []

rmSync(proofPath, { force: true })
for (const bar of bars) results.push(await prove(bar))
const failed = results.filter(({ isPassed }) => !isPassed).length
mkdirSync(cache, { recursive: true })
writeFileSync(proofPath, JSON.stringify({ passed: results.length - failed, failed, bars: results }, undefined, 2))
console.log(`proof: ${results.length - failed} of ${results.length} bars passed`)
process.exitCode = failed === 0 ? 0 : 1

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
