/** One schedule from start to end, and its result. */
import { canonicalJson } from '#model/canonical.ts'
import { createAuditor, type Auditor } from './auditor.ts'
import { commitAt, filesAt, history } from './git.ts'
import { createJournal, type JournalKind } from './journals.ts'
import { createMachine, type Machine, type Watch } from './machine.ts'
import { worldOracles } from './oracles.ts'
import { randomOf } from './random.ts'
import type { Scenario } from './scenario.ts'
import { Stage } from './stage.ts'
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
  /** Files and trailers on the integration ref, ends of units and remaining trees, as one text. */
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
    onMoveBranch: (branch, old, next) => oracles.onMoveBranch(branch, old, next),
    onBring: () => oracles.onBring(),
    onTurn: (from, to) => oracles.onTurn(from, to),
    onKill: (agent) => oracles.onKill(agent),
    onSpawn: (agent) => oracles.onSpawn(agent),
    reached: (state) => void reached.add(state),
    violated: (invariant, detail) =>
      void violations.push({
        invariant,
        detail,
        step: timeline.steps(),
        recent: violations.length === 0 ? timeline.recent() : [],
      }),
  }
  const machine = await createMachine(scenario, timeline, watch, journal)
  const auditor = createAuditor(machine)
  const oracles = worldOracles(machine, auditor)
  const stage = new Stage(machine, auditor)
  if ((await stage.play()) === 'over') oracles.onEnd()
  await stage.close()
  journal.dispose()
  const { state, fleet } = stage
  return {
    steps: timeline.steps(),
    effects: fleet.effects.count,
    labels: fleet.effects.labels,
    crashes: fleet.crashes,
    digest: timeline.digest(),
    violations,
    reached,
    outcome: state.outcome ?? state.status,
    final: finalOf(machine, auditor),
    recent: timeline.recent(),
  }
}

function finalOf(machine: Machine, auditor: Auditor): string {
  const { repository } = machine
  const tip = repository.refs.get('refs/forge/sim/integration')
  const commits = tip === undefined ? [] : history(repository, tip).map((oid) => commitAt(repository, oid))
  const lines = commits.flatMap((commit) => commit.message.split('\n'))
  return canonicalJson({
    files: tip === undefined ? {} : Object.fromEntries(filesAt(repository, tip)),
    trailers: lines.filter((line) => line.startsWith('Forge-Merge:')).toSorted(),
    units: Object.fromEntries([...auditor.books.journal.units].map(([id, { status }]) => [id, status])),
    trees: [...machine.trees.keys()].toSorted(),
    user: { files: Object.fromEntries(machine.checkout.files), landed: auditor.books.landing.landed !== undefined },
  })
}
