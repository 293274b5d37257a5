/** The Forge processes of a schedule: started, crashed, buried, frozen, overtaken. */
import { createHostClient } from '#engine/host.ts'
import { hostCodec } from '#engine/streams.ts'
import type { HostMessage } from '#model/host.ts'
import { canonicalJson } from '#model/canonical.ts'
import { integrationRef } from '#model/refs.ts'
import { startForge, type Forge, type Shared } from './forge.ts'
import { run, type Machine } from './machine.ts'
import { startLand } from './lander.ts'
import { startSync } from './syncer.ts'
import type { Scenario } from './scenario.ts'
import { createProcess, type CrashMoment, type Effects, type Process } from './process.ts'
import { killAgentsOf } from './world.ts'

export class Fleet {
  readonly forges: Forge[] = []
  readonly shared: Shared = { acknowledged: { turns: new Set(), ends: new Map(), tried: 0 }, locks: new Map() }
  readonly effects: Effects
  crashes = 0
  /** Whether nothing has been appended since the last crash. */
  inRecovery = false
  /** A user is about to sync and lets the driver end first. */
  isClosing = false
  readonly #machine: Machine

  constructor(machine: Machine) {
    this.#machine = machine
    this.effects = {
      count: 0,
      crashes: new Map(machine.scenario.crashes.map(({ at, moment }) => [at, moment])),
      crashesAt: namedCrashes(machine.scenario),
      labels: [],
      onCrash: (process, moment, label) => this.#crashed(process, moment, label),
    }
  }

  /** The driving Forge: the newest one that lives and was not refused. */
  current(): Forge | undefined {
    return this.forges.findLast((forge) => forge.process.isAlive() && forge.state !== 'refused')
  }

  /** Whether the driver holds the run: a process whose lock was broken may live on without knowing. */
  isHeld(): boolean {
    const process = this.current()?.process
    return [...this.shared.locks.values()].some(({ holder }) => holder === process)
  }

  boot(): void {
    const { timeline, random } = this.#machine
    const id = this.forges.length + 1
    const process = createProcess(id, timeline, random.fork(`process-${id}`), this.effects)
    this.forges.push(startForge(this.#machine, process, this.shared))
  }

  /** A user ends the driver, gently or not, and syncs the moved branch into the run; then the run is resumed. */
  sync(): void {
    this.#instead(startSync)
  }

  /** A user ends the driver, gently or not, and lands what is merged. */
  land(): void {
    this.#instead(startLand)
  }

  #instead(starts: typeof startSync): void {
    const { timeline, random } = this.#machine
    const begin = (): void => {
      this.isClosing = false
      const living = this.current()
      if (living !== undefined) {
        living.process.die()
        this.#bury(living.process)
      }
      const id = this.forges.length + 1
      const process = createProcess(id, timeline, random.fork(`process-${id}`), this.effects)
      this.forges.push(starts(this.#machine, process, this.shared))
    }
    if (random.chance(0.5)) return begin()
    // Closing takes simulated time: a process that has not closed by then is killed.
    this.isClosing = true
    void this.current()?.driver?.close()
    timeline.after(100, 'sync', begin)
  }

  /** End every process and start a new one. */
  replace(): void {
    for (const { process } of this.forges) {
      process.die()
      this.#bury(process)
    }
    this.boot()
  }

  bootIfNone(): void {
    if (this.current() === undefined) this.boot()
  }

  /** Other processes queue messages; a driver reads its inbox when it is woken. */
  wake(): void {
    for (const forge of this.forges) {
      if (forge.process.isAlive() && forge.state === 'driving') void forge.driver?.takeInbox()
    }
  }

  /** Another process turns the host stream: it queues its grants to this run in the run's inbox. */
  postToHost(message: HostMessage): void {
    const { journal, timeline } = this.#machine
    const post = async (): Promise<void> => {
      const log = await journal.open(hostCodec)
      const host = createHostClient(log, (_to, key, grant) => {
        timeline.hold(this.#machine.say({ type: 'grant', ...grant, contested: [...grant.contested] }, key))
      })
      await host.post(message)
      await log.close()
    }
    timeline.hold(post())
  }

  /** A stopped process still holds its lock; in half of the cases another process breaks it. */
  freezeDriver(forMs: number): void {
    const frozen = this.current()
    if (frozen === undefined) return
    frozen.process.freeze()
    if (this.#machine.random.chance(0.5)) {
      this.#freeLocks(frozen.process)
      killAgentsOf(this.#machine, frozen.process.id)
      this.boot()
    }
    this.#machine.timeline.after(forMs, 'thaw', () => frozen.process.thaw())
  }

  /** An idle driver whose lock was broken never notices: it is killed here. */
  buryOvertaken(): void {
    const holders = [...this.shared.locks.values()].map(({ holder }) => holder)
    for (const { process } of this.forges) {
      if (!process.isAlive() || holders.includes(process)) continue
      process.die()
      this.#bury(process)
    }
  }

  /** Drivers that ended by themselves: fenced ones may, any other is a violation. */
  watchEnds(): void {
    const { watch, timeline } = this.#machine
    for (const forge of this.forges) {
      const { end } = forge
      if (forge.state !== 'ended' || end === undefined) continue
      forge.end = undefined
      if (end.why === 'fenced') watch.reached('writer fenced')
      else if (end.why === 'bug') watch.violated('no bug', end.detail)
      else if (end.why !== 'closed') watch.violated('log', canonicalJson(end))
      this.#bury(forge.process)
      timeline.after(100, 'reboot', () => this.bootIfNone())
    }
  }

  async close(): Promise<void> {
    for (const forge of this.forges) for (const log of forge.logs) await log.close()
  }

  #crashed(process: Process, moment: CrashMoment, label: string): void {
    this.crashes += 1
    this.#note(moment, label)
    this.#bury(process)
    this.inRecovery = true
    const { timeline, random } = this.#machine
    timeline.after(50 + random.below(2000), 'reboot', () => this.bootIfNone())
  }

  /** The kernel frees the dead process's locks; its agents die with it, or live on until they are swept. */
  #bury(process: Process): void {
    this.#freeLocks(process)
    const { scenario, timeline } = this.#machine
    for (const forge of this.forges) {
      if (forge.process === process) for (const log of forge.logs) timeline.hold(log.close())
    }
    if (!scenario.agentsOutlive) killAgentsOf(this.#machine, process.id)
  }

  #freeLocks(process: Process): void {
    const { locks } = this.shared
    for (const [name, { holder }] of locks) if (holder === process) locks.delete(name)
  }

  #note(moment: CrashMoment, label: string): void {
    const { watch } = this.#machine
    if (label === 'turn-checkout' && moment === 'after') watch.reached('crash between checkout and branch')
    if (label.startsWith('update') && moment === 'after') watch.reached('crash between ref update and its event')
    if (label === 'spawn' && moment === 'after') watch.reached('crash between spawn and its end')
    if (label === 'record-end' && moment === 'after') watch.reached('crash between record and post')
    if (label.startsWith('append')) watch.reached('crash while appending')
    if ((label === 'make-tree' || label === 'reset-tree') && moment === 'torn') watch.reached('torn tree')
    if (this.inRecovery) watch.reached('crash in recovery')
    if (this.crashes >= 3) watch.reached('three crashes in one schedule')
  }
}

/** Crash points chosen by name, because by number they would seldom be hit. */
function namedCrashes({ landingCrash, mergeCrash }: Scenario): Map<string, CrashMoment> {
  const merging = [`update ${integrationRef(run)}`, 'after'] as const
  return new Map([...(landingCrash === undefined ? [] : [landingCrash]), ...(mergeCrash ? [merging] : [])])
}
