/**
 * Everything that can be a fact of a run: one closed, versioned union. Events are past-tense facts; `*.intended` is the
 * outbox, `*.finished` closes it. The log holds only these, and every decision is made from them.
 *
 * To add an event: a member here, a case in `core/state/apply.ts`, a line in the fixtures test. To change one: raise
 * its `v` and write an upcaster in `core/state/upcast.ts`; recorded journals must fold forever (I-5).
 */
import { z } from 'zod'
import { Envelope, Limits } from '#model/budget.ts'
import { Feedback, Outcome, Report, Task } from '#model/attempt.ts'
import { Failure } from '#model/failure.ts'
import { FrictionSignal } from '#model/friction.ts'
import { Hash } from '#model/hash.ts'
import { BranchName, LandingEnd, LandingPlan, PublishEnd, RefSeen } from '#model/landing.ts'
import { LimitName, Instant, Key, MessageId, NodePath, Oid, RepoPath, RunId, Slug, UnitId } from '#model/ids.ts'
import { PhaseRecord } from '#model/phase-record.ts'
import { Principal, Question } from '#model/question.ts'
import { Levels } from '#model/quota.ts'
import { Lanes, RunSpec } from '#model/run.ts'
import { Said } from '#model/said.ts'
import { Trust } from '#model/trust.ts'
import { Plan, UnitSpec } from '#model/unit.ts'
import { Usage } from '#model/usage.ts'
import { Judged, RecordedFinding, Verdict } from '#model/verdict.ts'

/** The minimum of any version of any event: enough to identify it. */
export const WrittenEvent = z.looseObject({ type: z.string(), v: z.number().int().positive() })
export type WrittenEvent = z.infer<typeof WrittenEvent>

/** What a stopped run or unit needs to continue; a stop without one is not expressible. */
export const Remedy = z.strictObject({
  word: z.enum(['retry', 'reopen', 'raise', 'answer', 'resume', 'edit']),
  hint: Said,
  /** `raise`: which limit. */
  limit: Limits.keyof().optional(),
})
export type Remedy = z.infer<typeof Remedy>

/** The rule of `core/next/decide.ts` that made an intent: its machine reason (U-31). A fact has none: it was accepted. */
export const RuleName = z.string().regex(/^[a-z][a-z-]{0,49}$/)

/** Which counter a rung spends. */
const RecoveryCount = z.enum([
  'transport',
  'empty',
  'corrections',
  'attempts',
  'revisions',
  'planRounds',
  'repairs',
  'iterations',
  'otherModels',
  'tiersUp',
  'lockWaits',
  'unchanged',
  'nothing',
])

function event<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), v: z.literal(1), at: Instant, rule: RuleName.optional(), ...shape })
}

export const Event = z.discriminatedUnion('type', [
  /** A run exists, with everything it will ever be planned from. */
  event('run.created', {
    run: RunId,
    spec: RunSpec,
    definitions: z.record(z.string(), Hash),
    nonce: Hash,
    /** The trust under which content of the repository is used (I-42). */
    trust: Trust,
  }),
  /** No new dispatch; running attempts may finish. */
  event('run.paused', { by: Principal, reason: Said }),
  event('run.resumed', { by: Principal }),
  /** All running attempts are being interrupted; the run ends when they have. */
  event('run.cancelled', { by: Principal, reason: Said }),
  /** A limit or a broken assumption stopped the run; the remedy says how to continue. */
  event('run.stopped', { reason: Said, remedy: Remedy }),
  event('run.finished', { outcome: z.enum(['done', 'failed', 'cancelled']), reason: Said }),
  /** Planned units may start; with `only`, just these units. */
  event('run.begun', {
    by: Principal,
    only: z.array(UnitId).optional(),
    /** Units that stopped earlier and are skipped (S0-05). */
    skipped: z.array(z.strictObject({ unit: UnitId, status: Said })).optional(),
  }),
  event('run.retrospected', { by: Principal, note: z.string().max(20_000) }),
  /** From now on another agent or other accounts do the work. */
  event('run.reassigned', { lanes: Lanes, by: Principal, reason: Said }),
  /** A secret was removed from earlier records; its value is stored nowhere. */
  event('run.redacted', { by: Principal, count: z.number().int().positive() }),
  /** What a read-only model advised about a halted run. It changed nothing; it was paid for. */
  event('advice.taken', {
    end: z.enum(['said', 'nothing']),
    model: z.string().min(1).max(200).optional(),
    usage: Usage,
    durationMs: z.number().int().nonnegative(),
  }),
  /** The environment of checks has changed: their earlier results no longer count. */
  event('environment.changed', { environment: Hash, trust: Trust }),
  event('limits.raised', { limits: Limits, by: Principal }),

  /** The only way the work graph changes. */
  event('graph.changed', {
    iteration: z.number().int().nonnegative(),
    add: z.array(UnitSpec),
    drop: z.array(UnitId),
    replace: z.array(UnitSpec),
    reason: Said,
    /** Deviations from the plan, such as a pipeline that does not exist (S0-03). */
    warnings: z.array(Said).max(500).optional(),
    /** The accepted plan, when one caused the change. */
    plan: Hash.optional(),
    unit: UnitId.optional(),
  }),
  /** A phase wrote a document; it replaces the phase's earlier one. */
  event('document.written', {
    unit: UnitId,
    phase: Slug,
    hash: Hash,
    bytes: z.number().int().positive(),
    text: z.string().max(60_000),
  }),
  event('plan.proposed', { unit: UnitId, plan: Plan, hash: Hash, by: z.enum(['agent', 'operator']) }),

  event('question.asked', { question: Question, reason: Said }),
  event('question.answered', {
    key: Key,
    answer: z.string().max(100),
    note: z.string().max(4000),
    subject: Hash,
    by: Principal,
    envelope: Envelope,
  }),
  /** The subject has changed or gone; an answer no longer counts. */
  event('question.withdrawn', { key: Key, reason: Said }),

  /** An effect is about to happen: its key, its whole task, and why now. */
  event('attempt.intended', {
    key: Key,
    path: NodePath,
    attempt: z.number().int().positive(),
    task: Task,
    judged: Judged,
    input: Hash,
    reason: Said,
  }),
  event('attempt.finished', { key: Key, outcome: Outcome, usage: Usage, durationMs: z.number().int().nonnegative() }),
  event('attempt.reported', { key: Key, report: Report }),
  /** Friction that an agent reports (S0-43); it changes nothing. */
  event('friction.noted', {
    key: Key,
    workflow: z.string().min(1).max(200),
    persona: z.string().min(1).max(200),
    ...FrictionSignal.shape,
  }),
  /** The agent reports another model than the routed one; it continues, and Forge shows it (U-10). */
  event('route.differed', { key: Key, routed: z.string().max(200), launched: z.string().max(200) }),
  /** An outcome whose key is not open, or not this nonce: journaled, and nothing else (I-12). */
  event('attempt.stale', { key: Key, message: MessageId, usage: Usage, why: Said }),
  event('stop.intended', { key: Key, target: Key, reason: Said }),

  /** The normal form of what a node found, bound to what it judged. */
  event('verdict.given', {
    path: NodePath,
    key: Key,
    verdict: Verdict,
    raw: z.string().max(200),
    judged: Judged,
    failure: Failure.optional(),
    findings: z.array(RecordedFinding),
    /** A short summary from the phase. */
    summary: z.string().max(1000).optional(),
    /** The same with everything that Forge knows of it, bounded and stamped. */
    record: PhaseRecord.optional(),
  }),
  /** The rung of the ladder that was chosen after a verdict that is not `pass`. */
  event('recovery.chosen', {
    path: NodePath,
    rung: z.enum(['retry', 'wait', 'revise', 'iterate', 'skip']),
    counts: RecoveryCount,
    input: Hash,
    failure: Failure,
    /** `iterate`: the unit that plans the whole again. */
    unit: UnitId.optional(),
    /** `revise`, `iterate`: the phase that works again, and its feedback. */
    target: Slug.optional(),
    feedback: Feedback.optional(),
    variant: z.enum(['plain', 'simplified', 'corrected']),
    /** `revise`, where rounds must find less and less: how much this one found. */
    found: z.number().int().nonnegative().optional(),
    /** `corrected`: what was wrong with the answer, for the next prompt. */
    errors: z.array(Said).max(50).optional(),
    wakeAt: Instant.optional(),
    reason: Said,
  }),
  /** The integration ref is about to be moved to this verified commit: `base` merged into the tip. */
  event('syncing.intended', { tip: Oid, base: Oid, by: Principal }),
  /** The user's branch had moved: it is merged into the integration tip, and the whole was verified again. */
  event('base.synced', { tip: Oid, base: Oid, by: Principal }),
  /** The branch that shows the run in the user's repository is about to be moved to the merged work. */
  event('publishing.intended', { key: Key, commit: Oid }),
  /** `foreign`: the integration ref was at this commit, which the journal does not know. */
  event('publishing.finished', { key: Key, branch: BranchName, end: PublishEnd, foreign: RefSeen.optional() }),
  /** A human wants a branch of theirs to be fast-forwarded to the merged work; that is published first. */
  event('landing.asked', { key: Key, ...LandingPlan.shape, by: Principal }),
  /** The user's checkout, index and branch are about to be fast-forwarded: from where, and to what. */
  event('landing.intended', { key: Key, ...LandingPlan.shape }),
  event('landing.finished', { key: Key, end: LandingEnd }),
  event('unit.merged', { unit: UnitId, commit: Oid, trailer: z.string().max(400) }),
  event('unit.finished', { unit: UnitId }),
  event('unit.stopped', {
    unit: UnitId,
    reason: Said,
    failure: Failure.optional(),
    remedy: Remedy,
    /** The phase whose gates did not let it start. */
    phase: Slug.optional(),
  }),
  /** `target`: the phase that works again; absent: all that make something. */
  event('unit.reopened', {
    unit: UnitId,
    by: Principal,
    reason: Said,
    feedback: Feedback.optional(),
    target: Slug.optional(),
  }),

  event('timer.fired', { key: Key }),
  event('capacity.asked', { key: Key, slots: z.number().int().nonnegative(), writes: z.array(RepoPath) }),
  event('capacity.granted', {
    serial: z.number().int().positive(),
    slots: z.number().int().nonnegative(),
    contested: z.array(RepoPath),
    gates: z.record(LimitName, Instant),
    used: z.record(LimitName, Levels).optional(),
    floor: z.enum(['ok', 'low']),
    answers: Key.optional(),
  }),
  event('limit.reported', { key: Key, account: LimitName, until: Instant }),
  /** The run has ended: trees that are no longer needed are about to be removed. */
  event('tidying.intended', { key: Key, keep: z.array(UnitId) }),
  event('tidying.finished', { key: Key, removed: z.array(z.string()), aside: z.array(z.string()) }),

  /** A command of a human that cannot be followed now, and why. */
  event('command.refused', { message: MessageId, word: z.string().max(50), why: Said }),
  /** The reducer threw: a bug. The run is parked, the message kept. */
  event('message.rejected', { message: MessageId, error: z.string().max(4000) }),
])
export type Event = z.infer<typeof Event>
export type EventType = Event['type']
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>
