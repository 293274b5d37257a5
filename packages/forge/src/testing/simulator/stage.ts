/** The stage of a schedule: lets time pass, passes the log to the auditor and the human, and detects the end. */
import { isAtWorkForUser } from '#core/idle/idle.ts'
import { runCore } from '#core/next/core.ts'
import type { RunState } from '#core/state/state.ts'
import type { EventOf } from '#model/event.ts'
import { hashText } from '#model/digest.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Auditor } from './auditor.ts'
import { disturb } from './disturb.ts'
import { watchDurability, type Durability } from './durability.ts'
import { Fleet } from './fleet.ts'
import { Human } from './human.ts'
import { run, type Machine } from './machine.ts'
import { requestOf } from './request.ts'
import { landingNow } from './lander.ts'
import { moveBranch } from './syncer.ts'

const maxSteps = 8000

export class Stage {
  readonly fleet: Fleet
  state: RunState = runCore.initial(run)
  readonly #machine: Machine
  readonly #auditor: Auditor
  readonly #human: Human
  readonly #durability: Durability
  readonly #finished: EventOf<'attempt.finished'>[] = []
  #observed = 0
  #said = 0
  #insistedAt = -1
  #isSynced = false
  #isLanded = false

  constructor(machine: Machine, auditor: Auditor) {
    this.#machine = machine
    this.#auditor = auditor
    this.#human = new Human(machine)
    this.fleet = new Fleet(machine)
    this.#durability = watchDurability(machine, this.fleet.shared.acknowledged)
  }

  /** Let time pass until the run is over, or until nothing can end it. */
  async play(): Promise<'over' | 'stuck'> {
    const { timeline, watch } = this.#machine
    await this.#start()
    while (timeline.steps() < maxSteps) {
      const moved = await timeline.step()
      await this.#observe()
      this.fleet.watchEnds()
      if (this.#hearsNews()) continue
      if (await this.#mayEnd()) return this.#compare()
      if (!moved && !(await this.#heal())) break
    }
    watch.violated('I-39', `no end: ${describe(this.state)} after ${timeline.steps()} steps`)
    return 'stuck'
  }

  async close(): Promise<void> {
    await this.fleet.close()
    await this.#machine.door.close()
  }

  async #start(): Promise<void> {
    const { scenario, base, repository } = this.#machine
    const spec = requestOf(scenario, base)
    repository.refs.set('refs/forge/sim/integration', base)
    const nonce = hashText(`nonce ${scenario.seed}`)
    await this.#machine.say({ type: 'start', spec, nonce, trust: { ground: 'nothing' } }, 'start')
    this.fleet.boot()
    this.#disturb()
  }

  #disturb(): void {
    const { timeline, watch } = this.#machine
    disturb(this.#machine, {
      startSecond: () => this.fleet.boot(),
      freezeDriver: (forMs) => this.fleet.freezeDriver(forMs),
      postFloor: (level) =>
        this.fleet.postToHost({ type: 'floor', id: `floor-${level}-${timeline.now()}`, at: timeline.wall(), level }),
      echoOutcome: () => this.#echo(),
      sync: () => this.fleet.sync(),
      land: () => this.#land('merged'),
      fillAccount: (percent) => {
        const at = timeline.wall()
        const levels = { '5h': { percent, at } }
        this.fleet.postToHost({ type: 'filled', id: `filled-${timeline.now()}`, at, account: 'default', levels })
      },
      limitAccount: (ms) => {
        watch.reached('gate closed by another run')
        const until = timeline.wall() + ms
        const id = `limited-${timeline.now()}`
        this.fleet.postToHost({ type: 'limited', id, at: timeline.wall(), account: 'default', until })
      },
    })
  }

  /** A worker that was presumed lost posts an outcome that was already posted. */
  #echo(): void {
    const ended = this.#finished.at(this.#machine.random.below(this.#finished.length))
    if (ended === undefined) return
    const { key, outcome, usage, durationMs } = ended
    this.#machine.timeline.hold(
      this.#machine.say({ type: 'attempt.finished', key, performance: 9, outcome, usage, durationMs }),
    )
  }

  /** Reads new entries, and passes them to the auditor and the human. */
  async #observe(): Promise<void> {
    const { tried } = this.fleet.shared.acknowledged
    if (tried !== this.#observed) await this.#audit()
    this.#observed = tried
    this.#human.look(this.state)
  }

  async #audit(): Promise<void> {
    const { seq } = this.#auditor.books.journal
    const read = await this.#machine.door.read(run, this.#durability.since(seq))
    if (!read.ok) return this.#machine.watch.violated('I-3', canonicalJson(read.failure))
    this.#durability.judge(read.value)
    const entries = read.value.filter((entry) => entry.seq > seq)
    if (entries.length === 0) return
    this.fleet.inRecovery = false
    const events = entries.map((entry) => entry.event)
    for (const entry of entries) this.#auditor.take(entry)
    for (const event of events) if (event.type === 'attempt.finished') this.#finished.push(event)
    this.state = runCore.fold(this.state, events)
  }

  /** A message was queued: the driver will read the inbox soon. */
  #hearsNews(): boolean {
    const { said, timeline, watch } = this.#machine
    if (said.length === this.#said) return false
    this.#said = said.length
    if (this.fleet.current()?.driver === undefined) watch.reached('approval while down')
    timeline.after(5, 'wake', () => this.fleet.wake())
    return true
  }

  async #mayEnd(): Promise<boolean> {
    const { journal, tidied } = this.#auditor.books
    if (journal.status !== 'finished' || !tidied || this.state.seq <= this.#insistedAt) return false
    if (isAtWorkForUser(this.state)) return false
    if (this.state.capacity.open !== undefined || this.fleet.current()?.state !== 'driving') return false
    if (!this.fleet.isHeld()) return false
    if (this.fleet.isClosing || !(await this.#isInboxEmpty())) return false
    if (this.#syncsNow() || this.#landsNow()) return false
    if (!this.#human.insist(this.state)) return true
    this.#insistedAt = this.state.seq
    return false
  }

  /** The user kept working during the run: their commits are synced with the merged work before it is landed. */
  #syncsNow(): boolean {
    if (!this.#machine.scenario.syncs || this.#isSynced) return false
    this.#isSynced = true
    moveBranch(this.#machine)
    this.fleet.sync()
    return true
  }

  /** The run is done, and the user lands it. */
  #landsNow(): boolean {
    const { scenario } = this.#machine
    if (!scenario.lands || this.#isLanded || this.state.outcome !== 'done') return false
    this.#isLanded = true
    return this.#land('done')
  }

  /** By a message to the driver, or by a separate process. */
  #land(what: 'done' | 'merged'): boolean {
    const landing = landingNow(this.#machine, this.state, what)
    if (landing === undefined) return false
    if (this.#machine.scenario.profile === 'chaos' && this.#machine.random.chance(0.3)) this.fleet.land()
    else this.#machine.timeline.hold(this.#machine.say(landing))
    return true
  }

  async #isInboxEmpty(): Promise<boolean> {
    const left = await this.#machine.door.inbox(run)
    return left.ok && left.value.length === 0
  }

  /** The run is idle: from now on there are no faults, and the human or a new process may help. False when neither can. */
  async #heal(): Promise<boolean> {
    this.#machine.healed = true
    this.#machine.disk = 'ok'
    if (!(await this.#isInboxEmpty())) this.#machine.timeline.after(5, 'wake', () => this.fleet.wake())
    this.fleet.buryOvertaken()
    if (this.fleet.current() !== undefined) return this.#human.unstick(this.state)
    this.fleet.boot()
    return true
  }

  /** What any process would fold from the log equals the state that the driver decided on (I-4). */
  async #compare(): Promise<'over'> {
    const { watch, scenario } = this.#machine
    await this.#audit()
    // The rest costs time and finds what any schedule would show: every eighth is enough.
    if (scenario.seed % 8 !== 0) return 'over'
    const driven = this.fleet.current()?.driver?.view()
    if (canonicalJson(driven) !== canonicalJson(this.state))
      watch.violated('I-4', 'the driver has another state than the log')
    await this.#resumeWithNothingToDo()
    return 'over'
  }

  /** I-8: starting again when all is done appends nothing and starts no attempt. */
  async #resumeWithNothingToDo(): Promise<void> {
    const { timeline, watch, agents, said } = this.#machine
    const [seq, spawned, words] = [this.state.seq, agents.length, said.length]
    this.#machine.healed = true
    this.fleet.replace()
    for (let steps = 0; steps < 200 && (await timeline.step()); steps += 1) {
      await this.#observe()
      this.#hearsNews()
    }
    // A message was on its way when the run ended: then there was something to do.
    if (said.length !== words) return
    if (this.state.seq !== seq) watch.violated('I-8', `resuming a finished run appended ${this.state.seq - seq} events`)
    if (agents.length !== spawned) watch.violated('I-8', 'resuming a finished run started an agent')
  }
}

function describe(state: RunState): string {
  const units = state.order.map((id) => `${id}:${state.units[id]?.status}`)
  return `${state.status} ${units.join(' ')} attempts ${Object.keys(state.openAttempts).join(',')} questions ${Object.keys(state.questions).length}`
}
