/**
 * Every effect of three small graphs × before / after / torn × crashed once, and again in the recovery. Random schedules
 * find combinations; this finds the boring point that random missed.
 */
import { runSchedule } from './schedule.ts'
import { smallGraphs, smallScenario } from './scenario.ts'
import type { CrashMoment, CrashPoint } from './process.ts'
import type { PlannedUnit } from '#model/unit.ts'

const moments: readonly CrashMoment[] = ['before', 'after', 'torn']

export interface SweepResult {
  readonly graph: string
  readonly points: number
  readonly runs: number
  readonly failures: readonly { readonly crashes: readonly CrashPoint[]; readonly detail: string }[]
}

/** Second crashes come this many effects after the first: into the reboot, the probing, the repetition. */
const secondCrashes = [1, 2, 3, 5, 8, 13, 21]

export async function sweep(onProgress: (runs: number) => void = () => undefined): Promise<readonly SweepResult[]> {
  const results: SweepResult[] = []
  let runs = 0
  for (const [graph, units] of Object.entries(smallGraphs)) {
    const result = await sweepGraph(graph, units, () => onProgress((runs += 1)))
    results.push(result)
  }
  return results
}

async function sweepGraph(graph: string, units: readonly PlannedUnit[], onRun: () => void): Promise<SweepResult> {
  const calm = await runSchedule(smallScenario(units, []))
  const failures: { crashes: readonly CrashPoint[]; detail: string }[] = []
  let runs = 0
  for (const crashes of plansFor(calm.effects)) {
    const played = await runSchedule(smallScenario(units, crashes))
    runs += 1
    onRun()
    const violation = played.violations[0]
    if (violation !== undefined) failures.push({ crashes, detail: `${violation.invariant}: ${violation.detail}` })
    else if (played.final !== calm.final) failures.push({ crashes, detail: `I-6: ${played.final} is not ${calm.final}` })
  }
  return { graph, points: calm.effects, runs, failures }
}

function* plansFor(effects: number): Generator<readonly CrashPoint[]> {
  for (let at = 1; at <= effects; at += 1) {
    for (const moment of moments) {
      yield [{ at, moment }]
      for (const later of secondCrashes) yield [{ at, moment }, { at: at + later, moment: moments[(at + later) % moments.length] as CrashMoment }]
    }
  }
}
