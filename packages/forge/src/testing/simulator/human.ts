/** The simulated human: answers questions now or in three days, edits, pauses, cancels, and finds ways forward after stops. */
import type { Json } from '#model/json.ts'
import type { Question } from '#model/question.ts'
import type { RunState } from '#core/state/state.ts'
import type { Machine } from './machine.ts'
import { unit } from './scenario.ts'

const by = { kind: 'operator', name: 'human' } as const

export interface Human {
  /** Called after every step with what the log says; acts at most a few times per schedule. */
  look(state: RunState): void
  /** The run has failed: with enough patience, open a stopped unit again. False when it is left at that. */
  insist(state: RunState): boolean
  /** Nothing moves any more: do what the remedy says, or end it. False when there is nothing left to say. */
  unstick(state: RunState): boolean
}

export function createHuman(machine: Machine): Human {
  const { scenario, timeline } = machine
  const random = machine.random.fork('human')
  const seen = new Set<string>()
  let rejections = 0
  let edits = 0
  let rescues = 0
  let hasCancelled = false
  let pauses = 0
  let insistence = 0

  const later = (ms: number, label: string, act: () => void): void => timeline.after(ms, `human ${label}`, act)

  function patience(): number {
    if (scenario.faults.has('absent-human') && random.chance(0.5)) return 3 * 24 * 3_600_000
    return 100 + random.below(5000)
  }

  function answer(question: Question): void {
    const { key, subject } = question
    const isReject = scenario.profile === 'chaos' && rejections < 1 && random.chance(0.1)
    if (isReject) rejections += 1
    later(patience(), 'answers', () => {
      if (isReject) return void machine.say({ type: 'reject', question: key, subject, by, note: 'please change it' })
      // Somebody who is no human, a stale tab, and a double click.
      if (scenario.faults.has('impatient-human')) {
        void machine.say({ type: 'approve', question: key, subject, by: { kind: 'agent', name: 'worker' } })
        void machine.say({ type: 'approve', question: key, subject: 'f'.repeat(64), by })
        void machine.say({ type: 'approve', question: key, subject, by })
      }
      void machine.say({ type: 'approve', question: key, subject, by })
    })
  }

  function meddle(state: RunState): void {
    if (scenario.faults.has('editing-human') && edits < 2 && state.units['plan']?.plan !== undefined && random.chance(0.03)) {
      edits += 1
      void machine.say({ type: 'edit', unit: 'plan', plan: editedPlan(machine, edits), by })
    }
    if (scenario.faults.has('pausing-human') && pauses < 2 && state.status === 'running' && random.chance(0.02)) {
      pauses += 1
      void machine.say({ type: 'pause', by, reason: 'lunch' })
      later(2000 + random.below(100_000), 'resumes', () => void machine.say({ type: 'resume', by }))
    }
    if (scenario.faults.has('cancelling-human') && !hasCancelled && state.status === 'running' && random.chance(0.004)) {
      hasCancelled = true
      void machine.say({ type: 'cancel', by, reason: 'changed my mind' })
    }
  }

  function look(state: RunState): void {
    for (const question of Object.values(state.questions)) {
      if (seen.has(question.key)) continue
      seen.add(question.key)
      answer(question)
    }
    if (!machine.healed) meddle(state)
  }

  function unstick(state: RunState): boolean {
    rescues += 1
    if (rescues > 12) return false
    const question = Object.values(state.questions)[0]
    if (question !== undefined) return tell({ type: 'approve', question: question.key, subject: question.subject, by })
    if (state.status === 'paused') return tell({ type: 'resume', by })
    if (state.status === 'stopped' && rescues > 6) return tell({ type: 'cancel', by, reason: 'no way forward found' })
    if (state.status === 'stopped' && state.remedy?.word === 'raise') return tell({ type: 'raise', by, limits: { dispatches: 2000, unitDispatches: 80 } })
    const stopped = state.order.find((id) => state.units[id]?.status === 'stopped')
    if (stopped !== undefined) return tell({ type: 'reopen', unit: stopped, by, reason: 'try it differently' })
    return state.status === 'stopped' ? tell({ type: 'resume', by }) : false
  }

  function insist(state: RunState): boolean {
    if (!scenario.faults.has('persistent-human') || insistence >= 2 || state.outcome !== 'failed') return false
    const stopped = state.order.find((id) => state.units[id]?.status === 'stopped')
    if (stopped === undefined) return false
    insistence += 1
    return tell(insistence === 1 ? { type: 'retry', unit: stopped, by } : { type: 'reopen', unit: stopped, by, reason: 'once more' })
  }

  function tell(message: Parameters<Machine['say']>[0]): boolean {
    later(10, `unsticks by ${message.type}`, () => void machine.say(message))
    return true
  }

  return { look, unstick, insist }
}

/** The plan with one unit changed, and one more: wider than what was approved. */
function editedPlan(machine: Machine, edit: number): Json {
  const units = machine.scenario.units.map((spec, index) => (index === machine.scenario.units.length - 1 ? { ...spec, brief: `${spec.brief}, edited ${edit}` } : spec))
  const more = edit === 1 ? [] : [unit(8, [], ['src/more.ts'])]
  return { summary: 'edited', units: [...units, ...more] } as unknown as Json
}
