/**
 * Every effect of three small graphs × before / after / torn × crashed once, and again in the recovery. Random
 * schedules find combinations; this finds the boring point that random missed.
 */
import type { CrashMoment, CrashPoint } from './process.ts'
import { smallGraphs, smallScenario } from './scenario.ts'
import { runSchedule } from './schedule.ts'

const moments: readonly CrashMoment[] = ['before', 'after', 'torn']

export interface SweepRequest {
  /** This part, of that many, takes every n-th crash plan. */
  readonly part: number
  readonly parts: number
}

export interface SweepResult {
  graph: string
  points: number
  runs: number
  failures: { readonly crashes: readonly CrashPoint[]; readonly detail: string }[]
}

/** Second crashes come this many effects after the first: into the reboot, the probing, the repetition. */
const secondCrashes = [1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 21]

export async function sweep(
  { part, parts }: SweepRequest,
  onRun: (runs: number) => void = () => undefined,
): Promise<SweepResult[]> {
  const results: SweepResult[] = []
  let runs = 0
  for (const graph of Object.keys(smallGraphs)) {
    const units = smallGraphs[graph] ?? []
    const calm = await runSchedule(smallScenario(units, []))
    const result: SweepResult = { graph, points: calm.effects, runs: 0, failures: [] }
    for (const [index, crashes] of [...plansFor(calm.effects)].entries()) {
      if (index % parts !== part) continue
      const played = await runSchedule(smallScenario(units, crashes))
      result.runs += 1
      onRun((runs += 1))
      const violation = played.violations[0]
      if (violation !== undefined)
        result.failures.push({ crashes, detail: `${violation.invariant}: ${violation.detail}` })
      else if (played.final !== calm.final)
        result.failures.push({ crashes, detail: `I-6: ${played.final} is not ${calm.final}` })
    }
    results.push(result)
  }
  return results
}

function* plansFor(effects: number): Generator<readonly CrashPoint[]> {
  for (let at = 1; at <= effects; at += 1) {
    for (const moment of moments) {
      yield [{ at, moment }]
      for (const later of secondCrashes)
        yield [
          { at, moment },
          { at: at + later, moment: moments[(at + later) % moments.length] as CrashMoment },
        ]
    }
  }
}
