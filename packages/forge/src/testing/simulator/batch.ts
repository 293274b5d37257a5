/** Many schedules in a row, and their combined result. Values only, so that a batch can be sent to a thread. */
import type { JournalKind } from './journals.ts'
import { runSchedule, type ScheduleResult } from './schedule.ts'
import { scenarioOf, type Scenario } from './scenario.ts'

export interface BatchRequest {
  readonly seeds: readonly number[]
  /** Seeds at the head of the list that are run twice and must leave the same trace. */
  readonly doublechecked: number
  readonly journal: JournalKind
  /** Stop at the first violation: enough for a planted bug. */
  readonly until: 'end' | 'first violation'
}

export interface FoundViolation {
  readonly seed: number
  readonly invariant: string
  readonly detail: string
  readonly step: number
  readonly recent: readonly string[]
}

export interface BatchResult {
  schedules: number
  steps: number
  withCrash: number
  violations: FoundViolation[]
  reached: string[]
  outcomes: Record<string, number>
  /** Digest over the traces of all schedules, in order of seed. */
  digests: [seed: number, digest: number][]
}

export async function runBatch(
  request: BatchRequest,
  onProgress: (done: number) => void = () => undefined,
): Promise<BatchResult> {
  const reached = new Set<string>()
  const result: BatchResult = {
    schedules: 0,
    steps: 0,
    withCrash: 0,
    violations: [],
    reached: [],
    outcomes: {},
    digests: [],
  }
  for (const [index, seed] of request.seeds.entries()) {
    const scenario = scenarioOf(seed)
    const played = await runSchedule(scenario, request.journal)
    add(result, reached, seed, played)
    const faults = [
      ...(await differs(scenario, played)),
      ...(index < request.doublechecked ? await repeats(scenario, played) : []),
    ]
    result.violations.push(...faults.map((fault) => ({ seed, ...fault, step: played.steps, recent: played.recent })))
    onProgress(result.schedules)
    if (request.until === 'first violation' && result.violations.length > 0) break
  }
  result.reached = [...reached]
  return result
}

function add(result: BatchResult, reached: Set<string>, seed: number, played: ScheduleResult): void {
  result.schedules += 1
  result.steps += played.steps
  if (played.crashes > 0) result.withCrash += 1
  result.outcomes[played.outcome] = (result.outcomes[played.outcome] ?? 0) + 1
  result.digests.push([seed, played.digest])
  for (const state of played.reached) reached.add(state)
  for (const violation of played.violations) result.violations.push({ seed, ...violation })
}

/** I-6: a run that only crashed ends like the one that did not (agents behave by key, so both meet the same ones). */
async function differs(scenario: Scenario, played: ScheduleResult): Promise<{ invariant: string; detail: string }[]> {
  if (scenario.profile !== 'crash' || played.crashes === 0 || scenario.unitDispatches < 40) return []
  const calm = await runSchedule({ ...scenario, profile: 'calm', crashes: [] })
  return calm.final === played.final
    ? []
    : [{ invariant: 'I-6', detail: `ends otherwise than uninterrupted:\n  ${played.final}\n  ${calm.final}` }]
}

/** Determinism: the same seed leaves the same trace. */
async function repeats(scenario: Scenario, played: ScheduleResult): Promise<{ invariant: string; detail: string }[]> {
  const again = await runSchedule(scenario)
  return again.digest === played.digest
    ? []
    : [{ invariant: 'determinism', detail: `trace ${played.digest} then ${again.digest}` }]
}
