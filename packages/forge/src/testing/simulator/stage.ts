/** The stage of a schedule: which Forge lives, what happens after each step, and when it is over. */
import type { EventOf } from '#model/event.ts'
import { hashText } from '#model/hash.ts'
import { canonicalJson } from '#model/json.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import { createHostDoor } from '#engine/host.ts'
import { hostCodec } from '#engine/streams.ts'
import type { HostMessage } from '#model/host.ts'
import { buildSpec } from '#presets/build.ts'
import type { Auditor } from './auditor.ts'
import { disturb } from './disturb.ts'
import { startForge, type Forge, type Shared } from './forge.ts'
import { createHuman } from './human.ts'
import { run, type Machine } from './machine.ts'
import { killAgentsOf } from './world.ts'
import { createProcess, type CrashMoment, type Effects, type Process } from './process.ts'

const maxSteps = 8000

export interface Stage {
  /** Let time pass until the run is over, or until nothing can end it. */
  play(): Promise<'over' | 'stuck'>
  close(): Promise<void>
  readonly effects: Effects
  readonly crashes: () => number
  fold(): RunState
}

export function createStage(machine: Machine, auditor: Auditor): Stage {
  const { scenario, timeline, watch, door } = machine
  const shared: Shared = { acknowledged: { turns: new Map(), tried: 0 }, locks: new Map() }
  const human = createHuman(machine)
  const forges: Forge[] = []
  let crashes = 0
  let state = runCore.initial(run)
  let inRecovery = false
  let observed = 0
  const finishedAttempts: EventOf<'attempt.finished'>[] = []

  const effects: Effects = {
    count: 0,
    crashes: new Map(scenario.crashes.map(({ at, moment }) => [at, moment])),
    labels: [],
    onCrash: (process, moment, label) => crashed(process, moment, label),
  }

  function boot(): Forge {
    const process = createProcess(forges.length + 1, timeline, machine.random.fork(`process-${forges.length}`), effects)
    const forge = startForge(machine, process, shared)
    forges.push(forge)
    return forge
  }

  /** The kernel frees what the dead process held; its agents die with it, or live on until they are swept. */
  function buried(process: Process): void {
    freeLocks(process)
    for (const forge of forges) if (forge.process === process) for (const log of forge.logs) timeline.hold(log.close())
    if (!scenario.agentsOutlive) killAgentsOf(machine, process.id)
  }

  function freeLocks(process: Process): void {
    for (const [name, { holder }] of shared.locks) if (holder === process) shared.locks.delete(name)
  }

  function crashed(process: Process, moment: CrashMoment, label: string): void {
    crashes += 1
    noteCrash(moment, label)
    buried(process)
    inRecovery = true
    timeline.after(50 + machine.random.below(2000), 'reboot', () => {
      if (current() === undefined) boot()
    })
  }

  function noteCrash(moment: CrashMoment, label: string): void {
    if (label.startsWith('update') && moment === 'after') watch.reached('crash between ref update and its event')
    if (label === 'spawn' && moment === 'after') watch.reached('crash between spawn and its end')
    if (label === 'record-end' && moment === 'after') watch.reached('crash between record and post')
    if (label.startsWith('append')) watch.reached('crash while appending')
    if ((label === 'make-tree' || label === 'reset-tree') && moment === 'torn') watch.reached('torn tree')
    if (inRecovery) watch.reached('crash in recovery')
    if (crashes >= 3) watch.reached('three crashes in one schedule')
  }

  /** The Forge that drives: the newest that lives and was not refused. */
  function current(): Forge | undefined {
    return forges.findLast((forge) => forge.process.isAlive() && forge.state !== 'refused')
  }

  /** Read what was appended, let the auditor judge it, and show it to the human. */
  async function observe(): Promise<void> {
    if (shared.acknowledged.tried !== observed) await audit()
    human.look(state)
  }

  async function audit(): Promise<void> {
    observed = shared.acknowledged.tried
    const entries = await door.read(run, auditor.books.seq)
    if (!entries.ok) return watch.violated('I-3', canonicalJson(entries.failure))
    for (const entry of entries.value) {
      auditor.take(entry)
      if (entry.event.type === 'attempt.finished') finishedAttempts.push(entry.event)
    }
    if (entries.value.length > 0) {
      state = runCore.fold(state, entries.value.map((entry) => entry.event))
      inRecovery = false
    }
  }

  async function isInboxEmpty(): Promise<boolean> {
    const left = await door.inbox(run)
    return left.ok && left.value.length === 0
  }

  /** Other processes leave messages; the driver looks into its inbox when it is woken. */
  function wakeDrivers(): void {
    for (const forge of forges) if (forge.process.isAlive() && forge.state === 'driving') void forge.driver?.takeInbox()
  }

  function postToHost(message: HostMessage): void {
    // Another process turns the host stream: what it grants to this run it leaves in the run's inbox.
    const post = async (): Promise<void> => {
      const log = await machine.journal.open(hostCodec)
      const host = createHostDoor(log, (_to, key, grant) => {
        timeline.hold(machine.say({ type: 'grant', ...grant, contested: [...grant.contested] }, key))
      })
      await host.post(message)
      await log.close()
    }
    timeline.hold(post())
  }

  function disturbances(): void {
    disturb(machine, {
      startSecond: () => void boot(),
      freezeDriver(forMs) {
        const frozen = current()
        if (frozen === undefined) return
        frozen.process.freeze()
        // The lock is still held, as it is for a stopped process; whoever takes over by force raises the epoch.
        if (machine.random.chance(0.5)) takeOver(frozen)
        timeline.after(forMs, 'thaw', () => frozen.process.thaw())
      },
      postFloor: (level) => postToHost({ type: 'floor', id: `floor-${level}-${timeline.now()}`, at: timeline.wall(), level }),
      echoOutcome() {
        const ended = finishedAttempts.at(machine.random.below(finishedAttempts.length))
        if (ended === undefined) return
        const { key, outcome, usage, durationMs } = ended
        void machine.say({ type: 'attempt.finished', key, performance: 9, outcome, usage, durationMs })
      },
      limitAccount(ms) {
        watch.reached('gate closed by another run')
        postToHost({ type: 'limited', id: `limited-${timeline.now()}`, at: timeline.wall(), account: 'default', until: timeline.wall() + ms })
      },
    })
  }

  /** A driver whose lock was broken and who has nothing to say never learns that it is over: somebody ends it. */
  function buryOvertaken(): void {
    for (const forge of forges) {
      if (!forge.process.isAlive() || [...shared.locks.values()].some(({ holder }) => holder === forge.process)) continue
      forge.process.die()
      buried(forge.process)
    }
  }

  function takeOver(frozen: Forge): void {
    freeLocks(frozen.process)
    killAgentsOf(machine, frozen.process.id)
    boot()
  }

  async function start(): Promise<void> {
    const verify = [{ name: 'all', run: 'run all tests', cwd: '.', timeoutMs: 60_000 }]
    const limits = { dispatches: 1000, unitDispatches: scenario.unitDispatches, ...(scenario.costLimited ? { costMicros: 60_000 } : {}) }
    const spec = buildSpec({ request: 'do it', base: machine.base, environment: hashText('environment'), verify }, { limits, slots: scenario.slots })
    machine.repository.refs.set('refs/forge/sim/integration', machine.base)
    await machine.say({ type: 'start', spec, nonce: hashText(`nonce ${scenario.seed}`) }, 'start')
    boot()
    disturbances()
  }

  async function play(): Promise<'over' | 'stuck'> {
    await start()
    let saidBefore = 0
    let idle = 0
    let insistedAt = -1
    while (timeline.steps() < maxSteps) {
      const moved = await timeline.step()
      await observe()
      watchEnds()
      if (machine.said.length !== saidBefore) {
        saidBefore = machine.said.length
        if (current()?.driver === undefined) watch.reached('approval while down')
        timeline.after(5, 'wake', wakeDrivers)
      }
      else if (state.seq > insistedAt && (await isOver())) {
        if (!human.insist(state)) return endCheck()
        insistedAt = state.seq
      }
      if (moved) continue
      idle += 1
      machine.healed = true
      machine.disk = 'ok'
      if (!(await isInboxEmpty())) timeline.after(5, 'wake', wakeDrivers)
      buryOvertaken()
      if (current() === undefined) boot()
      else if (!human.unstick(state)) break
    }
    watch.violated('I-39', `no end: ${describe(state)} after ${timeline.steps()} steps, idle ${idle}`)
    return 'stuck'
  }

  /** What every process would fold from the log is what the driver decided on (I-4), and acknowledged is durable (I-2). */
  function endCheck(): 'over' {
    const driven = current()?.driver?.view()
    if (driven !== undefined && scenario.seed % 4 === 0 && canonicalJson(driven) !== canonicalJson(state)) watch.violated('I-4', 'the driver has another state than the log')
    for (const [turn, seq] of shared.acknowledged.turns) {
      if (turn.startsWith(`${run}/`) && seq > state.seq) watch.violated('I-2', `turn ${turn} was acknowledged at ${seq}, the log has ${state.seq}`)
    }
    return 'over'
  }

  function watchEnds(): void {
    for (const forge of forges) {
      if (forge.state !== 'ended' || forge.end === undefined) continue
      const { end } = forge
      forge.end = undefined
      if (end.why === 'fenced') watch.reached('writer fenced')
      else if (end.why === 'bug') watch.violated('no bug', end.detail)
      else if (end.why !== 'closed') watch.violated('log', canonicalJson(end))
      buried(forge.process)
      if (current() === undefined) timeline.after(100, 'reboot', () => void (current() === undefined && boot()))
    }
  }

  async function isOver(): Promise<boolean> {
    const { status, tidied } = auditor.books
    const isQuiet = status === 'finished' && tidied && state.capacity.open === undefined && current()?.state === 'driving'
    return isQuiet && (await isInboxEmpty())
  }

  async function close(): Promise<void> {
    for (const forge of forges) for (const log of forge.logs) await log.close()
    await door.close()
  }

  return { play, close, effects, crashes: () => crashes, fold: () => state }
}

function describe(state: RunState): string {
  const units = state.order.map((id) => `${id}:${state.units[id]?.status}`)
  return `${state.status} ${units.join(' ')} attempts ${Object.keys(state.attempts).join(',')} questions ${Object.keys(state.questions).length}`
}
