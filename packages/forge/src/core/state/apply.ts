/** The effect of each event on the state: one entry per event type, in the order of `model/event.ts`. */
import { say, type Said } from '#messages/said.ts'
import type { Event, EventOf, EventType, Remedy } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { draftOf, ownPhase, ownUnit, type Draft } from './draft.ts'
import {
  applyAdvice,
  applyAttemptFinished,
  applyAttemptIntended,
  applyReport,
  applyStale,
  isRaised,
} from './apply-attempt.ts'
import { applyAsk, applyLimit, applyGrant, applyLanes, applyTimer } from './apply-capacity.ts'
import {
  applyDocument,
  applyGraph,
  applyMerged,
  applyPlan,
  applyRecovery,
  applyReopened,
  applyStopped,
  applyVerdict,
} from './apply-unit.ts'
import { applyPromise, applyTip } from './apply-tip.ts'
import { applyLandingAsked, applyLandingFinished, applyPublished } from './apply-landing.ts'
import type { RunState } from './state.ts'

/** The state after these events. The given state is not changed. */
export function fold(state: RunState, events: Iterable<Event>): RunState {
  const draft = draftOf(state)
  for (const event of events) applyEvent(draft, event)
  return draft.state
}

/** One entry per event type: a new event without one does not compile. */
type Appliers = { readonly [Type in EventType]: (draft: Draft, event: EventOf<Type>) => void }

const appliers: Appliers = {
  'run.created': ({ state }, event) => applyCreated(state, event),
  'run.paused': ({ state }, event) => become(state, 'paused', event.reason),
  'run.resumed'({ state }) {
    // The user who resumes may have set a price meanwhile; usage that still has none is refused again.
    if (state.cutOff?.unpriced !== undefined) delete state.cutOff
    running(state)
  },
  'run.cancelled': ({ state }, event) => become(state, 'cancelling', event.reason),
  'run.stopped'({ state }, event) {
    become(state, 'stopped', event.reason, event.remedy)
    state.outcome = undefined
  },
  'run.finished'({ state }, event) {
    become(state, 'finished', event.reason)
    state.outcome = event.outcome
  },
  'run.begun'({ state }, event) {
    state.isStarted = true
    state.startedUnits = event.only
  },
  'run.retrospected'({ state }) {
    state.retrospected = true
  },
  'run.redacted': () => undefined,
  'run.reassigned': ({ state }, event) => applyLanes(state, event.lanes),
  'advice.taken': applyAdvice,
  'environment.changed'({ state }, event) {
    state.environment = event.environment
    state.trust = event.trust
  },
  'limits.raised'({ state }, event) {
    state.limits = event.limits
    if (state.cutOff !== undefined && isRaised(state.limits, state.cutOff)) delete state.cutOff
    // A finished run stays finished: the higher limit is for the unit that is reopened next.
    if (state.status !== 'finished') running(state)
  },
  'graph.changed': applyGraph,
  'document.written': applyDocument,
  'plan.proposed': applyPlan,
  'question.asked': applyAsked,
  'question.answered'({ state }, event) {
    delete state.questions[event.key]
    if (event.answer === 'approve') state.approved = [...state.approved, event.envelope]
  },
  'question.withdrawn'({ state }, event) {
    delete state.questions[event.key]
  },
  'attempt.intended': applyAttemptIntended,
  'attempt.finished': applyAttemptFinished,
  'attempt.reported': applyReport,
  'friction.noted': () => undefined,
  'route.differed': () => undefined,
  'attempt.stale': applyStale,
  'stop.intended'({ state }, event) {
    state.stops[event.key] = { key: event.key, target: event.target }
  },
  'verdict.given': applyVerdict,
  'recovery.chosen': applyRecovery,
  'syncing.intended': ({ state }, event) => applyPromise(state, event.tip),
  'base.synced': ({ state }, event) => applyTip(state, event.tip),
  'publishing.intended'({ state }, event) {
    state.publishing = { ...state.publishing, open: { key: event.key, commit: event.commit } }
  },
  'publishing.finished': ({ state }, event) => applyPublished(state, event),
  'landing.asked': ({ state }, event) => applyLandingAsked(state, event),
  'landing.intended'({ state }) {
    const { open } = state.landing
    if (open !== undefined) state.landing = { ...state.landing, open: { ...open, begun: true } }
  },
  'landing.finished': ({ state }, event) => applyLandingFinished(state, event),
  'unit.merged': applyMerged,
  'unit.finished'(draft, event) {
    ownUnit(draft, event.unit).status = 'done'
  },
  'unit.stopped': applyStopped,
  'unit.reopened'(draft, event) {
    applyReopened(draft, event)
    running(draft.state)
  },
  'timer.fired': applyTimer,
  'capacity.asked': ({ state }, event) => applyAsk(state, event),
  'capacity.granted': ({ state }, event) => applyGrant(state, event),
  'limit.reported': ({ state }, event) => applyLimit(state, event),
  'tidying.intended'({ state }, event) {
    state.tidying = { status: 'intended', key: event.key }
  },
  'tidying.finished'({ state }) {
    state.tidying = { status: 'finished', key: undefined }
  },
  'command.refused': () => undefined,
  'message.rejected'({ state }, event) {
    if (state.status === 'absent') return
    const remedy = { word: 'resume', hint: say('hint.reportErrorThenResume') } as const
    become(state, 'stopped', say('run.messageNotHandled', { message: event.message, error: event.error }), remedy)
  },
}

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(appliers, name)
}

export function applyEvent(draft: Draft, event: Event): void {
  draft.state.seq += 1
  draft.state.now = Math.max(draft.state.now, event.at)
  const apply = appliers[event.type] as (draft: Draft, event: Event) => void
  apply(draft, event)
}

function become(state: RunState, status: RunState['status'], reason: Said, remedy?: Remedy): void {
  state.status = status
  state.reason = reason
  state.remedy = remedy
}

function running(state: RunState): void {
  state.status = 'running'
  state.retrospected = false
  state.outcome = undefined
  state.reason = undefined
  state.remedy = undefined
  // The human who resumes a run has looked at why it stopped.
  state.unavailable = 0
  delete state.unavailableLasts
  // Publishing checks the ref again: the user may not have put it back.
  if (state.foreignTip !== undefined) state.publishing = { ...state.publishing, last: undefined }
  delete state.foreignTip
  state.tidying = { status: 'no', key: undefined }
}

function applyCreated(state: RunState, event: EventOf<'run.created'>): void {
  state.status = 'running'
  state.spec = event.spec
  state.definitions = event.definitions
  state.nonce = event.nonce
  state.trust = event.trust
  state.tip = event.spec.base
  state.limits = event.spec.limits
}

function applyAsked(draft: Draft, event: EventOf<'question.asked'>): void {
  draft.state.questions[event.question.key] = event.question
  const [unit, phase] = splitPath(event.question.path)
  ownPhase(draft, unit, phase).lastAttempt += 1
}
