/** The simulated human: answers questions now or in three days, edits, pauses, cancels, and reacts to stops. */
import { isHeldInPlanning, idleStateOf } from '#core/idle/idle.ts'
import type { RunState } from '#core/state/state.ts'
import { raw } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import type { Question } from '#model/question.ts'
import { integrationRef } from '#model/refs.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'
import { planFor, unit } from './scenario.ts'
import { shapes } from './shape.ts'

const by = { kind: 'operator', name: 'human' } as const
const threeDays = 3 * 24 * 3_600_000

type Word = Parameters<Machine['say']>[0]

export class Human {
  readonly #machine: Machine
  readonly #random: Random
  readonly #seen = new Set<string>()
  /** How often each action was taken: a human does nothing for ever. */
  readonly #done = { rejections: 0, edits: 0, pauses: 0, cancels: 0, rescues: 0, insistence: 0, begun: 0 }

  constructor(machine: Machine) {
    this.#machine = machine
    this.#random = machine.random.fork('human')
  }

  /** Called after every step with the state from the log. */
  look(state: RunState): void {
    for (const question of Object.values(state.questions)) {
      if (this.#seen.has(question.key)) continue
      this.#seen.add(question.key)
      this.#answer(question)
    }
    this.#begin(state)
    if (!this.#machine.healed && state.status === 'running') this.#meddle(state)
  }

  /** Starts planned units: most often one of them first, and then all. */
  #begin(state: RunState): void {
    const isDue = this.#done.begun === 0 ? !state.isStarted : this.#done.begun === 1 && state.startedUnits !== undefined
    if (state.spec?.opens !== 'planning' || !isDue || !isHeldInPlanning(state)) return
    this.#done.begun += 1
    const planned = state.order.find((id) => this.#machine.scenario.units.some((unit) => unit.id === id))
    const isOne = this.#done.begun === 1 && planned !== undefined && state.units[planned]?.status === 'open'
    this.#tell({ type: 'begin', by, ...(isOne ? { only: [planned] } : {}) })
  }

  /** The run has failed: a patient human reopens a stopped unit. False when the human gives up. */
  insist(state: RunState): boolean {
    const isPatient = this.#machine.scenario.faults.has('persistent-human') && this.#done.insistence < 2
    const stopped = stoppedUnit(state)
    if (!isPatient || state.outcome !== 'failed' || stopped === undefined) return false
    this.#done.insistence += 1
    if (this.#done.insistence === 1) return this.#tell({ type: 'retry', unit: stopped, by })
    return this.#tell({ type: 'reopen', unit: stopped, by, reason: 'once more' })
  }

  /** The run is idle: follow the remedy, or end it. False when no action is left. */
  unstick(state: RunState): boolean {
    this.#done.rescues += 1
    // Its driver would not release it, and no human would be asked.
    if (this.#done.rescues > 12 || idleStateOf(state) === undefined) return false
    const question = Object.values(state.questions)[0]
    if (question !== undefined)
      return this.#tell({ type: 'approve', question: question.key, subject: question.subject, by })
    if (state.status === 'paused') return this.#tell({ type: 'resume', by })
    if (state.status === 'running' && isHeldInPlanning(state)) return this.#tell({ type: 'begin', by })
    return state.status === 'stopped' && this.#remedy(state)
  }

  #remedy(state: RunState): boolean {
    if (this.#done.rescues > 6) return this.#tell({ type: 'cancel', by, reason: raw('no way forward found') })
    if (state.remedy?.word === 'raise')
      return this.#tell({ type: 'raise', by, limits: { dispatches: 2000, unitDispatches: 80 } })
    if (state.foreignTip !== undefined)
      this.#machine.repository.refs.set(integrationRef(state.run), state.foreignTip.expected)
    const stopped = stoppedUnit(state)
    if (stopped === undefined) return this.#tell({ type: 'resume', by })
    return this.#tell({ type: 'reopen', unit: stopped, by, reason: 'try it differently' })
  }

  #answer({ key, subject }: Question): void {
    const { scenario } = this.#machine
    const isReject = scenario.profile === 'chaos' && this.#done.rejections === 0 && this.#random.chance(0.1)
    if (isReject) this.#done.rejections += 1
    this.#later(this.#patience(), 'answers', () => {
      if (isReject) return this.#say({ type: 'reject', question: key, subject, by, note: 'please change it' })
      // A caller that is no human, a stale tab, and a double click.
      if (scenario.faults.has('impatient-human')) {
        this.#say({ type: 'approve', question: key, subject, by: { kind: 'agent', name: 'worker' } })
        this.#say({ type: 'approve', question: key, subject: 'f'.repeat(64), by })
        this.#say({ type: 'approve', question: key, subject, by })
      }
      this.#say({ type: 'approve', question: key, subject, by })
    })
  }

  #patience(): number {
    if (this.#machine.scenario.faults.has('absent-human') && this.#random.chance(0.5)) return threeDays
    return 100 + this.#random.below(5000)
  }

  #meddle(state: RunState): void {
    const { faults } = this.#machine.scenario
    const done = this.#done
    const { planner } = shapes[this.#machine.scenario.shape]
    const hasPlan = state.units[planner]?.plan !== undefined
    if (faults.has('editing-human') && done.edits < 2 && hasPlan && this.#random.chance(0.03)) {
      done.edits += 1
      this.#say({ type: 'edit', unit: planner, plan: editedPlan(this.#machine, state, done.edits), by })
    }
    if (faults.has('pausing-human') && done.pauses < 2 && this.#random.chance(0.02)) {
      done.pauses += 1
      this.#say({ type: 'pause', by, reason: raw('lunch') })
      this.#later(2000 + this.#random.below(100_000), 'resumes', () => this.#say({ type: 'resume', by }))
    }
    if (faults.has('cancelling-human') && done.cancels === 0 && this.#random.chance(0.004)) {
      done.cancels += 1
      this.#say({ type: 'cancel', by, reason: raw('changed my mind') })
    }
  }

  #say(word: Word): void {
    this.#machine.timeline.hold(this.#machine.say(word))
  }

  #tell(word: Word): boolean {
    this.#later(10, `says ${word.type}`, () => this.#say(word))
    return true
  }

  #later(ms: number, label: string, act: () => void): void {
    this.#machine.timeline.after(ms, `human ${label}`, act)
  }
}

function stoppedUnit(state: RunState): string | undefined {
  return state.order.find((id) => state.units[id]?.status === 'stopped')
}

/**
 * The plan with one unit changed; later with one more, wider than approved, or with one less. Every fifth human forgets
 * to leave out merged units.
 */
function editedPlan({ scenario }: Machine, state: RunState, edit: number): Json {
  const { seed } = scenario
  const isMerged = (id: string): boolean => state.units[id]?.merged !== undefined
  const units = planFor(scenario, shapes[scenario.shape].planner).filter(({ id }) => seed % 5 === 0 || !isMerged(id))
  const last = units.length - 1
  const isLess = edit === 2 && seed % 2 === 0 && last > 0
  const changed = units.map((spec, index) =>
    index === last ? { ...spec, brief: `${spec.brief}, edited ${edit}` } : spec,
  )
  const kept = isLess ? changed.slice(0, last) : changed
  const more = (edit === 1 && kept.length > 0) || isLess ? [] : [unit(8, [], ['src/more.ts'])]
  return { summary: 'edited', units: [...kept, ...more] } as unknown as Json
}
