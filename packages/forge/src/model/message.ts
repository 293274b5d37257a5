/** All messages of a run: one closed union. Time and randomness enter here and nowhere else. */
import { z } from 'zod'
import { Limits } from '#model/budget.ts'
import { Outcome, Report } from '#model/attempt.ts'
import { Hash } from '#model/hash.ts'
import { LimitName, Instant, Key, MessageId, Oid, RepoPath, Slug, UnitId } from '#model/ids.ts'
import { BranchName, LandingEnd, LandingPlan, PublishEnd, RefSeen } from '#model/landing.ts'
import { JsonValue } from '#model/json.ts'
import { Principal } from '#model/question.ts'
import { Levels } from '#model/quota.ts'
import { Lanes, RunSpec } from '#model/run.ts'
import { Said } from '#model/said.ts'
import { Trust } from '#model/trust.ts'
import { Usage } from '#model/usage.ts'

function message<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), id: MessageId, at: Instant, ...shape })
}

export const Message = z.discriminatedUnion('type', [
  message('start', { spec: RunSpec, nonce: Hash, trust: Trust }),

  message('approve', { question: Key, subject: Hash, by: Principal }),
  message('reject', { question: Key, subject: Hash, by: Principal, note: z.string().max(4000) }),
  /** A human's own version of the plan; it is checked like any other and asked about again. */
  message('edit', { unit: UnitId, plan: JsonValue, by: Principal }),
  message('pause', { by: Principal, reason: Said }),
  message('resume', { by: Principal }),
  message('cancel', { by: Principal, reason: Said }),
  /** Retry a stopped unit from its position, or from the start with its history kept. */
  message('retry', { unit: UnitId, by: Principal }),
  /** `from`: the phase that works again; absent: the one that would have worked on what stopped the unit. */
  message('reopen', { unit: UnitId, by: Principal, reason: z.string().min(1).max(2000), from: Slug.optional() }),
  /** Planned units of a run that opens in planning may start; with `only`, just these, until the next such command. */
  message('begin', { by: Principal, only: z.array(UnitId).min(1).max(200).optional() }),
  /** One more unit, in the form of a plan; it comes before the closing units. */
  message('add', { unit: JsonValue, by: Principal }),
  /** A note on a finished run. */
  message('retrospect', { by: Principal, note: z.string().min(1).max(20_000) }),
  /** The advisor looked at a halted run, and used this much. */
  message('advice', {
    end: z.enum(['said', 'nothing']),
    model: z.string().min(1).max(200).optional(),
    usage: Usage,
    durationMs: z.number().int().nonnegative(),
  }),
  /**
   * The user resumes the run with another agent or other accounts; work that waited for the first ones continues with
   * these.
   */
  message('reassign', { lanes: Lanes, by: Principal }),
  /** The current environment of checks, and its trust; sent by the process that resumes a run. */
  message('environment', { environment: Hash, trust: Trust }),
  /** A secret was removed from what this run wrote; how often it was in its journal. */
  message('redact', { by: Principal, count: z.number().int().positive() }),
  message('raise', { limits: Limits, by: Principal }),

  /** The integration ref is about to be moved to a verified merge with the user's branch. */
  message('syncing', { from: Oid, tip: Oid, base: Oid, by: Principal }),
  /**
   * The user's moved branch was merged into the integration tip and verified, by a process that held the run's lease.
   * It counts only while the tip of the log is still the one of that time.
   */
  message('sync', { from: Oid, tip: Oid, base: Oid, by: Principal }),

  /**
   * Land the merged work of the run on a branch of the user; `done`: only when the run is. The sender has checked: the
   * branch is at `from`, and `to` is the commit that holds the merged work up to `tip`.
   */
  message('land', { what: z.enum(['done', 'merged']), ...LandingPlan.shape, by: Principal }),
  /** `seen`: where the integration ref was meanwhile. */
  message('publishing.finished', { key: Key, branch: BranchName, end: PublishEnd, seen: RefSeen.optional() }),
  message('landing.finished', { key: Key, end: LandingEnd }),

  message('attempt.finished', {
    key: Key,
    performance: z.number().int().positive(),
    outcome: Outcome,
    usage: Usage,
    durationMs: z.number().int().nonnegative(),
  }),
  message('attempt.reported', { key: Key, report: Report }),
  message('timer', { key: Key }),
  /** What the host stream gives this run now; later grants replace earlier ones. */
  message('grant', {
    serial: z.number().int().positive(),
    slots: z.number().int().nonnegative(),
    contested: z.array(RepoPath),
    gates: z.record(LimitName, Instant),
    used: z.record(LimitName, Levels).optional(),
    floor: z.enum(['ok', 'low']),
    answers: Key.optional(),
  }),
])
export type Message = z.infer<typeof Message>
export type MessageOf<Type extends Message['type']> = Extract<Message, { type: Type }>
