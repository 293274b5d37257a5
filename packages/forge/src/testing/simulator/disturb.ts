/**
 * Faults of the world beside crashes: clocks, disks, a second orchestrator, a moved ref. Each is a few events in time.
 */
import { writeCommit, writeTree, filesAt } from './git.ts'
import type { Machine } from './machine.ts'
import { commitOnPublished, leaveOwnWork } from './lander.ts'
import { moveBranch } from './syncer.ts'

export interface Disturber {
  startSecond(): void
  freezeDriver(forMs: number): void
  postFloor(level: 'ok' | 'low'): void
  limitAccount(untilMs: number): void
  /** A report in another run of how full the account is. */
  fillAccount(percent: number): void
  /** A worker that was presumed lost posts its outcome after all. */
  echoOutcome(): void
  /** A user lands what is merged by now. */
  land(): void
  /** A user ends the driver, syncs their moved branch into the run, and resumes it. */
  sync(): void
}

export function disturb(machine: Machine, disturber: Disturber): void {
  const { scenario, timeline, watch } = machine
  const random = machine.random.fork('disturb')
  const span = 3000 + scenario.units.length * 4000
  const sometime = (label: string, act: () => void): void =>
    timeline.after(random.below(span), `fault ${label}`, () => {
      if (!machine.healed) act()
    })
  if (scenario.faults.has('clock-jump')) {
    sometime('clock forward', () => (watch.reached('clock jumped forward'), timeline.jump(3 * 3_600_000)))
    sometime('clock back', () => (watch.reached('clock jumped back'), timeline.jump(-3 * 3_600_000)))
  }
  if (scenario.faults.has('disk-floor')) {
    sometime('floor low', () => disturber.postFloor('low'))
    timeline.after(span + 1000, 'floor ok', () => disturber.postFloor('ok'))
  }
  if (scenario.faults.has('disk-full')) {
    sometime('disk full', () => {
      watch.reached('disk full')
      machine.disk = 'full'
      timeline.after(30_000, 'space returns', () => {
        machine.disk = 'ok'
      })
    })
  }
  if (scenario.faults.has('second-orchestrator'))
    for (let index = 0; index < 3; index += 1) sometime('second orchestrator', () => disturber.startSecond())
  if (scenario.faults.has('frozen-driver')) sometime('freeze', () => disturber.freezeDriver(500 + random.below(20_000)))
  if (scenario.faults.has('missing-ref')) sometime('ref deleted', () => deleteIntegration(machine))
  if (scenario.faults.has('no-agent')) {
    machine.agent = 'missing'
    timeline.after(5000 + random.below(20_000), 'agent installed', () => {
      machine.agent = 'there'
    })
  }
  if (scenario.faults.has('late-worker'))
    for (let index = 0; index < 3; index += 1) sometime('late worker', () => disturber.echoOutcome())
  if (scenario.syncs)
    for (let index = 0; index < 2; index += 1)
      sometime('branch moved', () => {
        moveBranch(machine)
        disturber.sync()
      })
  if (scenario.lands && scenario.profile === 'chaos') {
    sometime('own work', () => leaveOwnWork(machine))
    for (let index = 0; index < 2; index += 1) sometime('landing', () => disturber.land())
  }
  if (scenario.fills)
    for (let index = 0; index < 3; index += 1)
      sometime('account filled', () => disturber.fillAccount(random.pick([50, 95])))
  if (scenario.faults.has('shared-account')) sometime('account limited', () => disturber.limitAccount(20_000))
}

/** A candidate for a merge was just made: now is the worst moment for another party to move the ref. */
export function disturbMerge(machine: Machine): void {
  if (
    !machine.scenario.faults.has('external-merge') ||
    machine.healed ||
    machine.outside >= 2 ||
    !machine.random.chance(0.5)
  )
    return
  const index = machine.outside
  machine.outside += 1
  machine.timeline.after(machine.random.below(80), 'fault external merge', () => mergeOutside(machine, index))
}

/** Objects for a branch were just fetched: now is the worst moment for the user to commit on it. */
export function disturbPublishing(machine: Machine): void {
  const { scenario, healed, random, timeline } = machine
  if (!scenario.lands || scenario.profile !== 'chaos' || healed || !random.chance(0.3)) return
  timeline.after(random.below(12), 'fault commit on the published branch', () => commitOnPublished(machine))
}

/** Another party moves the integration ref: sometimes over a file that a unit writes. Forge is not notified. */
function mergeOutside(machine: Machine, index: number): void {
  const ref = 'refs/forge/sim/integration'
  const tip = machine.repository.refs.get(ref)
  if (tip === undefined) return
  const files = new Map(filesAt(machine.repository, tip))
  const path = index === 0 ? 'outside.txt' : (machine.scenario.units[0]?.writes?.[0] ?? 'outside.txt')
  files.set(
    path,
    [...new Set([...(files.get(path) ?? '').split('\n').filter((line) => line !== ''), `outside ${index}`])]
      .toSorted()
      .join('\n'),
  )
  const tree = writeTree(machine.repository, files)
  const commit = writeCommit(machine.repository, { tree, parents: [tip], message: 'outside', at: index })
  machine.repository.refs.set(ref, commit)
}

/** Before the first merge the ref may vanish; it is recreated where the log knows it. */
function deleteIntegration(machine: Machine): void {
  const ref = 'refs/forge/sim/integration'
  if (machine.repository.refs.get(ref) !== machine.base) return
  machine.repository.refs.delete(ref)
  machine.watch.reached('integration ref made again')
}
