/** `npm run simulate`: random schedules, the exhaustive sweep, or the planted bugs. Figures on stdout, progress on stderr. */
import type { JournalKind } from '#testing/simulator/journals.ts'
import { rareStates } from '#testing/simulator/rare.ts'
import { runOnCores, sweepOnCores } from '#testing/simulator/threads.ts'
import type { BatchResult } from '#testing/simulator/batch.ts'
import { runPlants } from './planted.ts'
import { readWish, usage } from './wish.ts'

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2))
  switch (wish.do) {
    case 'refuse':
      if (wish.why !== undefined) console.error(wish.why)
      console.error(usage)
      return 2
    case 'help':
      console.log(usage)
      return 0
    case 'exhaustive':
      return exhaustive()
    case 'planted':
      return planted()
    case 'random':
      return random(wish.seeds, wish.journal)
  }
}

async function random(seeds: readonly number[], journal: JournalKind): Promise<number> {
  const startedAt = performance.now()
  const schedules = seeds.length
  // A real database answers in its own order: only the simulated journal promises the same trace twice.
  const doublechecked = journal === 'memory' ? Math.min(100, Math.ceil(schedules / 10)) : 0
  const request = { seeds, doublechecked, journal, until: 'end' } as const
  const result = await runOnCores(request, (done) => progress(`${done} of ${schedules} schedules`))
  const seconds = (performance.now() - startedAt) / 1000
  const missing = schedules < 2000 ? [] : rareStates.filter((state) => !result.reached.includes(state))
  for (const violation of result.violations.slice(0, 3)) showViolation(violation)
  if (missing.length > 0) console.log(`never reached: ${missing.join(' | ')}`)
  const share = Math.round((100 * result.withCrash) / result.schedules)
  console.log(
    `outcomes ${JSON.stringify(result.outcomes)}; rare states ${rareStates.length - missing.length}/${rareStates.length}`,
  )
  console.log(
    `bar: ${result.schedules} schedules, mean ${Math.round(result.steps / result.schedules)} steps, ${share} % with a crash, ` +
      `${result.violations.length} violations, trace ${traceOf(result)}, ${Math.round(result.schedules / seconds)} schedules/s`,
  )
  return result.violations.length === 0 && missing.length === 0 ? 0 : 1
}

function showViolation(violation: BatchResult['violations'][number]): void {
  console.log(`seed ${violation.seed}, step ${violation.step}: ${violation.invariant}: ${violation.detail}`)
  console.log(violation.recent.join('\n'))
  console.log(`replay: npm run simulate -- --schedules 1 --seed ${violation.seed}\n`)
}

function traceOf(result: BatchResult): string {
  let trace = 17
  for (const [, digest] of result.digests.toSorted(([one], [other]) => one - other))
    trace = (Math.imul(trace, 31) + digest) >>> 0
  return trace.toString(16).padStart(8, '0')
}

async function exhaustive(): Promise<number> {
  const startedAt = performance.now()
  const results = await sweepOnCores((runs) => progress(`${runs} runs`))
  for (const { graph, points, runs, failures } of results) {
    console.log(`${graph}: ${points} points, ${runs} runs, ${failures.length} failures`)
    for (const failure of failures.slice(0, 3)) console.log(`  ${JSON.stringify(failure.crashes)}: ${failure.detail}`)
  }
  const count = (of: (result: (typeof results)[number]) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0)
  const failures = count((result) => result.failures.length)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `bar: ${count((result) => result.points)} points × before/after/torn × once/twice, ${count((result) => result.runs)} runs, ${failures} failures, ${seconds} s`,
  )
  return failures === 0 ? 0 : 1
}

async function planted(): Promise<number> {
  const found = await runPlants((name) => progress(name))
  const width = Math.max(...found.map(({ name }) => name.length))
  for (const { name, schedule, invariant } of found) {
    console.log(
      `${name.padEnd(width)}  ${schedule === undefined ? 'NOT FOUND' : `schedule ${schedule}`.padEnd(14)} ${invariant ?? ''}`,
    )
  }
  const hits = found.filter(({ schedule }) => schedule !== undefined).length
  console.log(`bar: ${hits}/${found.length} planted bugs found within 1000 schedules each`)
  return hits === found.length ? 0 : 1
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`)
}

const code = await main()
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
process.exitCode = code
