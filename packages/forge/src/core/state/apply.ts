/** What each event does to the state: one case per event type, in the order of `model/event.ts`. */
import type { Event, EventOf } from '#model/event.ts'
import { splitPath } from '#model/ids.ts'
import { unreachable } from '#model/result.ts'
import { tokensOf } from '#model/usage.ts'
import { draftOf, ownPhase, ownUnit, type Draft } from './draft.ts'
import { applyAttemptFinished, applyAttemptIntended, applyReport } from './apply-attempt.ts'
import { applyGraph, applyMerged, applyPlan, applyRecovery, applyReopened, applyVerdict } from './apply-unit.ts'
import type { RunState, UnitState } from './state.ts'

/** The state after these events. The given state is not changed. */
export function fold(state: RunState, events: Iterable<Event>): RunState {
  const draft = draftOf(state)
  for (const event of events) applyEvent(draft, event)
  return draft.state
}

export function applyEvent(draft: Draft, event: Event): void {
  const { state } = draft
  state.seq += 1
  state.now = Math.max(state.now, event.at)
  switch (event.type) {
    case 'run.created':
      return applyCreated(state, event)
    case 'run.paused':
      state.status = 'paused'
      state.reason = event.reason
      return
    case 'run.resumed':
      return running(state)
    case 'run.cancelled':
      state.status = 'cancelling'
      state.reason = event.reason
      return
    case 'run.stopped':
      state.status = 'stopped'
      state.reason = event.reason
      state.remedy = event.remedy
      return
    case 'run.finished':
      state.status = 'finished'
      state.outcome = event.outcome
      state.reason = event.reason
      return
    case 'limits.raised':
      state.limits = event.limits
      // What has finished stays so: the higher limit is for the unit that is reopened next.
      return state.status === 'finished' ? undefined : running(state)
    case 'graph.changed':
      return applyGraph(draft, event)
    case 'plan.proposed':
      return applyPlan(draft, event)
    case 'question.asked':
      return applyAsked(draft, event)
    case 'question.answered':
      delete state.questions[event.key]
      if (event.answer === 'approve') state.approved = [...state.approved, event.envelope]
      return
    case 'question.withdrawn':
      delete state.questions[event.key]
      return
    case 'attempt.intended':
      return applyAttemptIntended(draft, event)
    case 'attempt.finished':
      return applyAttemptFinished(draft, event)
    case 'attempt.reported':
      return applyReport(draft, event)
    case 'attempt.stale':
      state.spent.staleMicros += event.usage.costMicros
      state.spent.costMicros += event.usage.costMicros
      state.spent.tokens += tokensOf(event.usage)
      return
    case 'stop.intended':
      state.stops[event.key] = { key: event.key, target: event.target }
      return
    case 'verdict.given':
      return applyVerdict(draft, event)
    case 'recovery.chosen':
      return applyRecovery(draft, event)
    case 'unit.merged':
      return applyMerged(draft, event)
    case 'unit.finished':
      ownUnit(draft, event.unit).status = 'done'
      return
    case 'unit.stopped': {
      const unit = ownUnit(draft, event.unit)
      unit.status = 'stopped'
      unit.begun = false
      unit.stop = { reason: event.reason, failure: event.failure, remedy: event.remedy }
      unit.wakeAt = undefined
      return
    }
    case 'unit.reopened':
      applyReopened(draft, event)
      return running(state)
    case 'timer.fired':
      return applyTimer(draft, event)
    case 'capacity.asked':
      return applyAsk(state, event)
    case 'capacity.granted':
      return applyGrant(state, event)
    case 'gate.reported':
      // A gate that is known, or was waited for already, is no news to the host.
      if (closeGate(state, event.account, event.until)) state.capacity.reported[event.account] = { key: event.key, until: event.until }
      return
    case 'tidying.intended':
      state.tidying = { status: 'intended', key: event.key }
      return
    case 'tidying.finished':
      state.tidying = { status: 'finished', key: undefined }
      return
    case 'word.refused':
      return
    case 'message.rejected':
      state.status = state.status === 'absent' ? 'absent' : 'stopped'
      state.reason = `message ${event.message} could not be handled: ${event.error}`
      state.remedy = { word: 'resume', hint: 'report the error, then resume the run' }
      return
    default:
      unreachable(event)
  }
}

function running(state: RunState): void {
  state.status = 'running'
  state.outcome = undefined
  state.reason = undefined
  state.remedy = undefined
  // Whoever sets a run going again has looked at why it stopped.
  state.unavailable = 0
  state.tidying = { status: 'no', key: undefined }
}

function applyCreated(state: RunState, event: EventOf<'run.created'>): void {
  state.status = 'running'
  state.spec = event.spec
  state.definitions = event.definitions
  state.nonce = event.nonce
  state.tip = event.spec.base
  state.limits = event.spec.limits
}

function applyAsked(draft: Draft, event: EventOf<'question.asked'>): void {
  draft.state.questions[event.question.key] = event.question
  const [unit, phase] = splitPath(event.question.path)
  ownPhase(draft, unit, phase).attempt += 1
}

function applyTimer(draft: Draft, event: EventOf<'timer.fired'>): void {
  const { state } = draft
  for (const id of state.order) {
    const unit = state.units[id]
    if (unit?.wakeAt !== undefined && unitTimerKey(state, unit) === event.key) ownUnit(draft, id).wakeAt = undefined
  }
  for (const [account, until] of Object.entries(state.capacity.gates)) {
    if (gateTimerKey(state, account, until) !== event.key) continue
    delete state.capacity.gates[account]
    state.capacity.passed[account] = until
    if ((state.capacity.reported[account]?.until ?? until) <= until) delete state.capacity.reported[account]
  }
}

/** A wait follows a dispatch, so the lifetime count makes the key of each wait new. */
export function unitTimerKey(state: RunState, unit: UnitState): string {
  return `${state.run}/timer/${unit.spec.id}@${unit.dispatches}`
}

/** A gate only ever extends (I-32), and one that was waited for does not close again for the same time. Says if it did. */
function closeGate(state: RunState, account: string, until: number): boolean {
  const { gates, passed } = state.capacity
  if (until <= Math.max(gates[account] ?? 0, passed[account] ?? 0)) return false
  gates[account] = until
  return true
}

export function gateTimerKey(state: RunState, account: string, until: number): string {
  return `${state.run}/gate/${account}@${until}`
}

function applyAsk(state: RunState, event: EventOf<'capacity.asked'>): void {
  state.capacity.asks += 1
  state.capacity.asked = { slots: event.slots, writes: event.writes }
  state.capacity.open = { key: event.key, slots: event.slots, writes: event.writes }
}

function applyGrant(state: RunState, event: EventOf<'capacity.granted'>): void {
  const { capacity } = state
  capacity.serial = event.serial
  capacity.granted = event.slots
  capacity.contested = event.contested
  capacity.floor = event.floor
  if (capacity.open !== undefined && event.answers === capacity.open.key) capacity.open = undefined
  for (const [account, until] of Object.entries(event.gates)) {
    closeGate(state, account, until)
    const reported = capacity.reported[account]
    if (reported !== undefined && reported.until <= until) delete capacity.reported[account]
  }
}
