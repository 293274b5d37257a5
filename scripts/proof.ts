/**
 * `npm run proof [-- --all] [<id> …]`: runs the long bars, two at a time where they allow it; one line per bar with its
 * figure, a JSON summary at the end. Of a long bar it runs the third that the commit selects; with `--all` everything,
 * and the tables go to docs/proof.md and docs/threats.md. The bars passed so far are saved after every bar: `--missing`
 * continues a proof that was interrupted or failed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bars, shareOf, thirdOf, type Bar } from './proof-bars.ts'
import { proofPage } from './proof-page.ts'
import { proofPath, readProof, soFarPath, type ProofSummary } from './proof-summary.ts'
import { cache, root, run } from './run.ts'
import { writeThreats } from './threats.ts'

const usage = `npm run proof                   every bar; of a long one the third that the commit selects
npm run proof -- --all          every bar, whole; writes docs/proof.md and docs/threats.md
npm run proof -- --all --missing   only what has not passed whole on this very commit yet
npm run proof -- [--all] B3 L1  some of them
ids: ${[...new Set(bars.map(({ id }) => id))].join(' ')}`

const words = process.argv.slice(2)
const named = words.filter((word) => !word.startsWith('--'))
const unknown = words.filter((word) => !['--all', '--missing'].includes(word) && !bars.some(({ id }) => id === word))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(' ')}\n${usage}`)
  process.exit(2)
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const commit = git('rev-parse', 'HEAD')
const isAll = words.includes('--all')
const third = isAll ? 'all' : thirdOf(commit)
/** In CI a proof should take at most 55 minutes; it is killed later, so that a slower machine still proves all. */
const limitMs = (isAll ? 180 : 65) * 60_000
const lanes = 2
const startedAt = performance.now()
const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
const proven = isChanged ? `${commit} with uncommitted changes` : commit
const results: ProofSummary['bars'][number][] = words.includes('--missing') ? passedBefore() : []

rmSync(proofPath, { force: true })
const wanted = bars.filter((bar) => (named.length === 0 || named.includes(bar.id)) && !results.some(isOf(bar)))
const shared = wanted.filter(({ alone }) => !alone)
await Promise.all(Array.from({ length: lanes }, () => proveAll(shared)))
await proveAll(wanted.filter(({ alone }) => alone))
const summary = summaryNow()
const { failed } = summary
keep(proofPath)
if (isAll && named.length === 0) {
  writeFileSync(join(root, 'docs/proof.md'), proofPage(summary, new Date()))
  writeThreats(summary, new Date())
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`proof: ${results.length - failed} of ${results.length} bars passed in ${minutes} min`)
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1

/** Bars that passed completely on this commit, from the summary of an earlier proof. */
function passedBefore(): ProofSummary['bars'][number][] {
  const before = readProof(soFarPath)
  return before?.commit === commit && before.third === third ? before.bars.filter(({ isPassed }) => isPassed) : []
}

function isOf({ id, title }: Bar): (result: ProofSummary['bars'][number]) => boolean {
  return (result) => result.id === id && result.title === title
}

function summaryNow(): ProofSummary {
  const failed = results.filter(({ isPassed }) => !isPassed).length
  return { commit: proven, third, passed: results.length - failed, failed, bars: results }
}

function keep(path: string): void {
  mkdirSync(cache, { recursive: true })
  writeFileSync(path, JSON.stringify(summaryNow(), undefined, 2))
}

/** Takes from the front of the queue that both lanes share. */
async function proveAll(waiting: Bar[]): Promise<void> {
  for (let bar = waiting.shift(); bar !== undefined; bar = waiting.shift()) {
    results.push(await prove(bar))
    keep(soFarPath)
  }
}

async function prove(bar: Bar): Promise<ProofSummary['bars'][number]> {
  const { id, title, command } = bar
  const env = shareOf(bar, third)
  const timeoutMs = Math.max(1, limitMs - (performance.now() - startedAt))
  const { exitCode, output, seconds } = await run(command, { echo: false, timeoutMs, env })
  const figure = lastFigure(output)
  // Silence is never success: a bar that printed no figure proved nothing.
  const isPassed = exitCode === 0 && figure !== undefined
  const part = 'FORGE_THIRD' in env ? `, third ${third} of 0 1 2` : ''
  const shown = figure ?? 'printed no line that starts with "bar:", and no count of tests'
  console.log(`${isPassed ? 'ok  ' : 'FAIL'}  ${id.padEnd(4)} ${title}${part}: ${shown} (${seconds.toFixed(1)} s)`)
  if (!isPassed)
    console.log(`${output.split('\n').slice(-80).join('\n')}\n      → again: ${command} (exit ${exitCode})`)
  return { id, title, isPassed, figure: shown, seconds }
}

/** The figure that a bar printed; for tests that print none, how many passed. */
function lastFigure(output: string): string | undefined {
  const lines = stripVTControlCharacters(output).split('\n')
  const said = lines
    .findLast((text) => text.startsWith('bar:'))
    ?.slice('bar:'.length)
    .trim()
  const passed = lines.flatMap((text) => /^ +Tests +(\d+) passed/.exec(text)?.[1] ?? []).at(-1)
  return said ?? (passed === undefined ? undefined : `${passed} tests passed`)
}
