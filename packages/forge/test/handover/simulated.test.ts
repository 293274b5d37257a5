/** The auditor on journals of simulated runs, with crashes and every fault: what the engine does must never look wrong to it. */
import { describe, expect, it } from 'vitest'
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

describe('simulated runs', () => {
  it('B16 finds nothing in 120 schedules with crashes and faults', { timeout: 60_000 }, async () => {
    let entries = 0
    for (let seed = 1; seed <= 120; seed += 1) {
      const audited = await auditSchedule(seed)
      entries += audited.entries
      expect({ seed, violations: audited.violations }).toEqual({ seed, violations: [] })
    }
    expect(entries).toBeGreaterThan(5000)
  })
})
