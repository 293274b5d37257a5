/**
 * The state of a run: a fold of its events and nothing else. Plain JSON, bounded by units, never by events.
 * Nothing may depend on the order of keys: where order matters there is an explicit list or index.
 */
import type { Said } from '#messages/said.ts'
import type { Envelope, Limits } from '#model/budget.ts'
import type { Artifact, Feedback, Task } from '#model/attempt.ts'
import type { Failure } from '#model/failure.ts'
import type { Hash } from '#model/hash.ts'
import type { Key, NodePath, Oid, RunId, UnitId } from '#model/ids.ts'
import type { LandingPlan, LandingRefused, PublishEnd } from '#model/landing.ts'
import type { PhaseSummary } from '#model/prompt.ts'
import type { Levels } from '#model/quota.ts'
import type { Principal, Question } from '#model/question.ts'
import type { RunSpec } from '#model/run.ts'
import type { LostTests } from '#model/tests.ts'
import type { Trust } from '#model/trust.ts'
import type { Plan, UnitSpec } from '#model/unit.ts'
import type { Usage } from '#model/usage.ts'
import type { Judged, Verdict } from '#model/verdict.ts'
import type { Remedy } from '#model/event.ts'

/**
 *   absent ──start──► running ◄──resume/raise/reopen──► paused │ stopped
 *                        │ cancel                          (no new dispatch)
 *                        ▼
 *                    cancelling ──nothing open──► finished ──reopen──► running
 */
export type RunStatus = 'absent' | 'running' | 'paused' | 'stopped' | 'cancelling' | 'finished'

export interface RunState {
  run: RunId
  /** Sequence number of the last folded event. */
  seq: number
  /** The latest time of any event. */
  now: number
  status: RunStatus
  outcome: 'done' | 'failed' | 'cancelled' | undefined
  reason: Said | undefined
  remedy: Remedy | undefined
  spec: RunSpec | undefined
  /** Definition hash of each phase by `template/phase`. */
  definitions: Record<string, Hash>
  nonce: Hash | undefined
  specVersion: number
  /** How often the whole was given back to its planner; absent until then. */
  replans?: number
  /** A human started the planned units; with `only`, just these. */
  isStarted: boolean
  startedUnits: UnitId[] | undefined
  /** A retrospective was held over what has finished. */
  retrospected: boolean
  /** The environment of checks, if it differs from the one at the start of the run. */
  environment?: string
  /** The trust under which content of the repository is used now (I-42). */
  trust?: Trust
  /** The integration tip as the log knows it. */
  tip: Oid | undefined
  /** Where merges and syncs that have begun since then move it. */
  intendedTips?: Oid[]
  /** Something outside Forge moved the ref; nothing is merged until a human has put it back. */
  foreignTip?: { expected: Oid; tip: Oid; repository?: string | undefined }
  units: Record<UnitId, UnitState>
  /** Units in order of arrival. */
  order: UnitId[]
  openAttempts: Record<NodePath, OpenAttempt>
  stops: Record<Key, OpenStop>
  questions: Record<Key, Question>
  /** Envelopes that a human approved. */
  approved: Envelope[]
  capacity: Capacity
  spent: Spent
  limits: Limits
  /**
   * An attempt was cut off at this limit, with too little left of it for one more request; until the limit is raised.
   */
  cutOff?: { limit: 'costMicros' | 'tokens'; at: number; unpriced?: string | Said | undefined }
  /** Usage without a price: it is in no sum of money. Absent: none. */
  unpriced?: { tokens: number; models: string[] }
  /** The most that one attempt of an agent has used, by kind; undefined while none has ended. */
  largest: { costMicros: number; tokens: number; activeMs: number } | undefined
  /** Starts in a row that found no agent program (F-41). */
  unavailable: number
  /** The message of the last of them. */
  unavailableWhy?: Said
  /** A retry would not help. */
  unavailableLasts?: true
  /** The removal of the trees after the end of the run. */
  tidying: { status: 'no' | 'intended' | 'finished'; key: Key | undefined }
  publishing: Publishing
  landing: LandingState
}

/** The branch that shows the run in the user's repository. */
export interface Publishing {
  /** `later`: merged since it began. */
  open: { key: Key; commit: Oid; later?: Oid[] } | undefined
  /** How the last one ended; undefined when nothing was published yet, or when it must be checked again. */
  last: { branch: string; commit: Oid; end: PublishEnd } | undefined
}

/** Landings of the run on branches of the user. */
export interface LandingState {
  /** Requested and not ended; `begun` once its effect may have happened. */
  open: (LandingPlan & { key: Key; by: Principal; begun: boolean }) | undefined
  /** The last successful one. */
  landed: (LandingPlan & { key: Key; by: Principal; at: number }) | undefined
  /** The last refused one, if no later one succeeded. */
  refused: { key: Key; end: LandingRefused } | undefined
}

export interface UnitState {
  spec: UnitSpec
  /** Hash of the specification from which the prompt of its agents is made. */
  hash: Hash
  index: number
  specVersion: number
  status: 'open' | 'done' | 'stopped' | 'dropped'
  stop: { reason: Said; failure: Failure | undefined; remedy: Remedy } | undefined
  phases: Record<string, PhaseState>
  plan: { plan: Plan; hash: Hash; expanded: boolean } | undefined
  /** The last plan that passed its question about the plan: only a decision makes this scope smaller. */
  approvedPlan?: Plan
  head: Head | undefined
  candidate: { tip: Oid; tree: Oid; commit: Oid } | undefined
  merged: { commit: Oid; trailer: string } | undefined
  /** The latest, for any phase. */
  lastFeedback: Feedback | undefined
  /** Short summaries of the last phases; the newest last (S0-21). */
  summaries?: PhaseSummary[]
  /** The last feedback of each phase, by its name. */
  feedbackByPhase: Record<string, Feedback>
  /** The documents of its phases, by the phase. */
  documents: Record<string, { hash: Hash; bytes: number; text: string }>
  /** No dispatch before then. */
  wakeAt: number | undefined
  /** In work: from its first dispatch until it stops or is replaced; after that it waits its turn like a new one. */
  inWork: boolean
  /** Lifetime count: nothing resets it. */
  dispatches: number
  /** Attempts by phase from before a new plan replaced the unit; absent while none did. */
  triedBefore?: Record<string, number>
  /** Minutes of attempts so far, for progress. */
  activeMs: number
  /** Tokens and money of its attempts so far, failed, late and lost ones too. */
  tokens: number
  costMicros: number
  /** How often the unit was reopened; part of its merge trailer. */
  generation: number
}

/** The result of the last work of a unit. */
export interface Head {
  commit: Oid
  tree: Oid
  base: Oid
  changed: string[]
  artifacts?: Artifact[]
  /** Tests that ran at the base and no longer do. */
  lostTests?: LostTests
}

export interface PhaseState {
  lastAttempt: number
  last:
    | {
        judged: Judged
        verdict: Verdict
        key: Key
        failure: Failure | undefined
        handled: boolean
        /** How much it found, where rounds must find less and less. */
        found?: number
      }
    | undefined
  /** Warnings that its last passing verdict recorded. */
  warnings?: Said[]
  /** How the next prompt differs. */
  variant: 'plain' | 'simplified' | 'corrected'
  /** What was wrong with the last answer. */
  errors?: Said[]
  /** The conversation that a limit ended, with its owner. */
  conversation?: Conversation
  failedAttempts: number
  revisions: number
  /** How often it sent the unit back to its maker because of unmet evidence. */
  repairs?: number
  /** How far its models have moved from the route: tiers up, and other models. */
  tiersUp?: number
  otherModels?: number
  /** How much the last round that was sent back had found (S1-44). */
  findingsOfLastRound?: number
  /** Per input: what was tried on exactly this. Bounded by the unit's lifetime cap. */
  inputs: Record<Hash, InputCounts>
}

export interface Conversation {
  session: string
  /** The input that it was about. */
  input: Hash
  /** The limit key of its account, and its agent: no other has the conversation. */
  gate: string
  agent: string | undefined
  /**
   * The commit that its tree began with: the tree is as the agent left it, and must not be taken for work on another
   * one.
   */
  start: string | undefined
}

export interface InputCounts {
  transport: number
  empty: number
  unchanged: number
  /** Answers that were refused by field, where they have a budget of their own. */
  corrections?: number
  /** Waits for a lock file that another process held. */
  lockWaits?: number
}

export interface OpenAttempt {
  key: Key
  path: NodePath
  unit: UnitId
  phase: string
  task: Task
  judged: Judged
  input: Hash
  since: number
  /** The cost that the running performance has reported so far. */
  reported?: Usage
  /** The model that its agent reports. */
  launched?: string
  /** The agent's name of their conversation. */
  session?: string
  /** Its provider asked it to wait until then. */
  limitedUntil?: number
  /** Its answer was asked for once more in the same conversation. */
  askedAgain?: true
}

export interface OpenStop {
  key: Key
  target: Key
}

export interface Capacity {
  asks: number
  /** The last claim without an answer. */
  open: { key: Key; slots: number; writes: string[] } | undefined
  asked: { slots: number; writes: string[] }
  /** Grants may overtake each other; the newest serial wins. */
  serial: number
  granted: number
  contested: string[]
  /** Limit key → limited until. */
  limits: Record<string, number>
  /** Account → the limit that was last waited for. */
  passed: Record<string, number>
  /** Limits that this run observed and must report to the host stream. */
  reported: Record<string, { key: Key; until: number }>
  floor: 'ok' | 'low'
  /** Limit key → how full its windows were in reports of this run's own attempts; absent until one is reported. */
  used?: Record<string, Levels>
  /** The same from other runs, through the host stream. */
  reportedElsewhere?: Record<string, Levels>
}

export interface Spent {
  costMicros: number
  /** The part of the money that Forge estimated; absent: nothing. */
  estimatedMicros?: number
  tokens: number
  activeMs: number
  dispatches: number
  /** Money of outcomes that came too late to count; it was spent all the same (U-21). */
  staleMicros: number
}

export function initialState(run: RunId): RunState {
  return {
    run,
    seq: 0,
    now: 0,
    status: 'absent',
    outcome: undefined,
    reason: undefined,
    remedy: undefined,
    spec: undefined,
    definitions: {},
    nonce: undefined,
    specVersion: 0,
    isStarted: false,
    startedUnits: undefined,
    retrospected: false,
    tip: undefined,
    units: {},
    order: [],
    openAttempts: {},
    stops: {},
    questions: {},
    approved: [],
    capacity: {
      asks: 0,
      open: undefined,
      asked: { slots: 0, writes: [] },
      serial: 0,
      granted: 0,
      contested: [],
      limits: {},
      passed: {},
      reported: {},
      floor: 'ok',
    },
    spent: { costMicros: 0, tokens: 0, activeMs: 0, dispatches: 0, staleMicros: 0 },
    limits: { dispatches: 0, unitDispatches: 0 },
    largest: undefined,
    unavailable: 0,
    tidying: { status: 'no', key: undefined },
    publishing: { open: undefined, last: undefined },
    landing: { open: undefined, landed: undefined, refused: undefined },
  }
}

export const freshPhase: Readonly<PhaseState> = {
  lastAttempt: 0,
  last: undefined,
  variant: 'plain',
  failedAttempts: 0,
  revisions: 0,
  inputs: {},
}
