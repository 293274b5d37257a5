/** One schedule from start to end, and what came of it. */
import { canonicalJson } from '#model/json.ts'
import { createAuditor, type Auditor } from './auditor.ts'
import { commitAt, filesAt, history } from './git.ts'
import { createJournal, type JournalKind } from './journals.ts'
import { createMachine, type Machine, type Watch } from './machine.ts'
import { worldOracles } from './oracles.ts'
import { randomOf } from './random.ts'
import type { Scenario } from './scenario.ts'
import { createStage } from './stage.ts'
import { createTimeline } from './timeline.ts'

export interface Violation {
  readonly invariant: string
  readonly detail: string
  readonly step: number
  /** The last steps before it. */
  readonly recent: readonly string[]
}

export interface ScheduleResult {
  readonly steps: number
  readonly effects: number
  readonly labels: readonly string[]
  readonly crashes: number
  readonly digest: number
  readonly violations: readonly Violation[]
  readonly reached: ReadonlySet<string>
  readonly outcome: string
  /** Files and trailers on the integration ref, ends of units and trees left, as one text. */
  readonly final: string
  readonly recent: readonly string[]
}

export async function runSchedule(scenario: Scenario, kind: JournalKind = 'memory'): Promise<ScheduleResult> {
  const journal = createJournal(kind)
  const timeline = createTimeline(randomOf(`${scenario.seed}/order`))
  const violations: Violation[] = []
  const reached = new Set<string>()
  const watch: Watch = {
    onRemoveTree: (id) => oracles.onRemoveTree(id),
    onUpdateRef: (ref, next) => oracles.onUpdateRef(ref, next),
    onKill: (agent) => oracles.onKill(agent),
    onSpawn: (agent) => oracles.onSpawn(agent),
    reached: (state) => void reached.add(state),
    violated: (invariant, detail) => void violations.push({ invariant, detail, step: timeline.steps(), recent: violations.length === 0 ? timeline.recent() : [] }),
  }
  const machine = await createMachine(scenario, timeline, watch, journal)
  const auditor = createAuditor(machine)
  const oracles = worldOracles(machine, auditor)
  const stage = createStage(machine, auditor)
  if ((await stage.play()) === 'over') oracles.onEnd()
  await stage.close()
  journal.dispose()
  const state = stage.fold()
  return {
    steps: timeline.steps(),
    effects: stage.effects.count,
    labels: stage.effects.labels,
    crashes: stage.crashes(),
    digest: timeline.digest(),
    violations,
    reached,
    outcome: state.outcome ?? state.status,
    final: finalOf(machine, auditor),
    recent: timeline.recent(),
  }
}

function finalOf(machine: Machine, auditor: Auditor): string {
  const tip = machine.repository.refs.get('refs/forge/sim/integration')
  const commits = tip === undefined ? [] : history(machine.repository, tip).map((oid) => commitAt(machine.repository, oid))
  const trailers = commits.flatMap((commit) => commit.message.split('\n').filter((line) => line.startsWith('Forge-Merge:')))
  const files = tip === undefined ? [] : [...filesAt(machine.repository, tip)].toSorted()
  return canonicalJson({ files, trailers: trailers.toSorted(), units: [...auditor.books.units].toSorted(), trees: [...machine.trees.keys()].toSorted() })
}
