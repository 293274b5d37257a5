/** Why an attempt did not give what was asked. One tagged union feeds the one failure ladder (U-16). */
import { z } from 'zod'
import { Objection } from '#model/gate.ts'
import { Instant, Oid, RepoPath } from '#model/ids.ts'
import { RepositoryPlace } from '#model/landing.ts'
import { Said } from '#model/said.ts'

const Text = z.string().max(20_000)

export const TransportClass = z.enum(['rate-limit', 'network', 'server', 'stream', 'connection'])
export type TransportClass = z.infer<typeof TransportClass>

/** The blocker of an agent (S1-56): from a provider's own code, or from the agent as a word of this list. */
export const Blocker = z.enum(['overflow', 'scope', 'refusal', 'tooling', 'external', 'unknown'])
export type Blocker = z.infer<typeof Blocker>

/** Required by Forge's own checks or by the plan: if missing, the maker repairs it (S1-58). */
export const MustHave = z.enum(['check', 'gate', 'criterion'])

export const Failure = z.discriminatedUnion('tag', [
  /** The provider or the network failed; the work was not judged. */
  z.strictObject({
    tag: z.literal('transport'),
    class: TransportClass,
    retryAfterMs: z.number().int().nonnegative().optional(),
  }),
  /** The account has no quota left, until this time if the provider names one. */
  z.strictObject({ tag: z.literal('quota'), resetAt: Instant.optional() }),
  /** The agent ended without an answer. */
  z.strictObject({ tag: z.literal('empty') }),
  /** Its schema, nonce or count refuses the answer. */
  z.strictObject({
    tag: z.literal('invalid'),
    errors: z.array(Said).max(50),
    /** Its author was asked once more in the same conversation, and this is the result. */
    asked: z.literal('again').optional(),
  }),
  /** The process ended by itself without its positive terminal event. */
  z.strictObject({
    tag: z.literal('crash'),
    exitCode: z.number().int().nullable(),
    signal: z.string().nullable(),
    /** The reason that it printed. */
    said: Text.optional(),
  }),
  z.strictObject({
    tag: z.literal('timeout'),
    limit: z.enum(['wall', 'idle']),
    afterMs: z.number().int().nonnegative(),
  }),
  /** Interrupted on purpose; spends nothing. */
  z.strictObject({ tag: z.literal('interrupted') }),
  /**
   * Cut off because the run has reached this limit, which was `at` then: it waits until the limit is raised; spends
   * nothing.
   */
  z.strictObject({
    tag: z.literal('ceiling'),
    limit: z.enum(['costMicros', 'tokens']),
    at: z.number().int().nonnegative(),
    /** The model that was asked and has no price, if that is the reason. */
    unpriced: z.string().max(200).optional(),
  }),
  /** The agent reports that it is blocked. */
  z.strictObject({ tag: z.literal('blocked'), text: Said, why: Blocker.optional() }),
  /** Judged and not passed: by unmet evidence (`must`), else by a judgement. */
  z.strictObject({ tag: z.literal('unmet'), summary: Said, must: MustHave.optional() }),
  /** Judged and refused for good. */
  z.strictObject({ tag: z.literal('refused'), summary: Said }),
  z.strictObject({ tag: z.literal('conflict'), paths: z.array(RepoPath).max(200) }),
  /**
   * The integration ref is not where the task expects it, but here; the core decides whether the journal knows that
   * commit.
   */
  z.strictObject({ tag: z.literal('moved'), tip: Oid, repository: RepositoryPlace.optional() }),
  /** The agent changed what it must not touch. */
  z.strictObject({ tag: z.literal('outside'), paths: z.array(z.string()).max(200) }),
  /** The program of the agent cannot be started at all. */
  z.strictObject({
    tag: z.literal('unavailable'),
    what: Said,
    /** A retry would not help: it is not installed, or does not understand its input. */
    lasts: z.literal('yes').optional(),
  }),
  z.strictObject({ tag: z.literal('disk') }),
  /** Another process holds a lock file of the repository; nothing was done. */
  z.strictObject({ tag: z.literal('locked'), file: z.string().max(4096) }),
  /** A gate before or after a phase does not hold, or is misconfigured. */
  z.strictObject({
    tag: z.literal('gate'),
    when: z.enum(['preflight', 'postflight']),
    result: z.enum(['failed', 'misconfigured']),
    objections: z.array(Objection).min(1).max(50),
  }),
])
export type Failure = z.infer<typeof Failure>
export type FailureTag = Failure['tag']
