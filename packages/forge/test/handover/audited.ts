/** The auditor on the journal of a simulated run, with crashes and every fault: what the engine does must never look wrong to it. */
import { auditRun } from '#core/audit/audit.ts'
import type { GitFacts, Violation } from '#core/audit/facts.ts'
import { createAuditor } from '#testing/simulator/auditor.ts'
import { createJournal } from '#testing/simulator/journals.ts'
import { createMachine, run, type Machine, type Watch } from '#testing/simulator/machine.ts'
import { worldOracles } from '#testing/simulator/oracles.ts'
import { randomOf } from '#testing/simulator/random.ts'
import { scenarioOf } from '#testing/simulator/scenario.ts'
import { Stage } from '#testing/simulator/stage.ts'
import { createTimeline } from '#testing/simulator/timeline.ts'

/** Plays a schedule to its end and audits what it left. */
async function auditSchedule(seed: number): Promise<{ violations: readonly Violation[]; entries: number }> {
  const scenario = scenarioOf(seed)
  const journal = createJournal('memory')
  const watch: Watch = {
    onRemoveTree: (id) => oracles.onRemoveTree(id),
    onUpdateRef: (ref, next) => oracles.onUpdateRef(ref, next),
    onMoveBranch: (branch, old, next) => oracles.onMoveBranch(branch, old, next),
    onBring: () => oracles.onBring(),
    onTurn: (from, to) => oracles.onTurn(from, to),
    onKill: (agent) => oracles.onKill(agent),
    onSpawn: (agent) => oracles.onSpawn(agent),
    reached: () => undefined,
    violated: () => undefined,
  }
  const machine = await createMachine(scenario, createTimeline(randomOf(`${seed}/order`)), watch, journal)
  const auditor = createAuditor(machine)
  const oracles = worldOracles(machine, auditor)
  const stage = new Stage(machine, auditor)
  await stage.play()
  const entries = await machine.door.read(run, 0)
  await stage.close()
  if (!entries.ok) throw new Error(entries.failure.why)
  return { violations: auditRun(entries.value, factsOf(machine)), entries: entries.value.length }
}

function factsOf({ repository, trees }: Machine): GitFacts {
  const commits = [...repository.commits].map(([oid, { tree, parents, message }]) => {
    const trailers = message.split('\n').filter((line) => line.startsWith('Forge-Merge: '))
    return { oid, tree, parents, trailers }
  })
  const integration = repository.refs.get(`refs/forge/${run}/integration`)
  return { commits, integration, published: undefined, userRefs: [], moves: [], trees: [...trees.keys()] }
}

/** Entries of all these schedules together, and those that were found wrong. */
export async function auditSchedules(count: number): Promise<{
  readonly entries: number
  readonly wrong: readonly { seed: number; violations: readonly Violation[] }[]
}> {
  const seeds = Array.from({ length: count }, (_, index) => index + 1)
  let entries = 0
  const wrong: { seed: number; violations: readonly Violation[] }[] = []
  for (const seed of seeds) {
    const audited = await auditSchedule(seed)
    entries += audited.entries
    if (audited.violations.length > 0) wrong.push({ seed, violations: audited.violations })
  }
  return { entries, wrong }
}
