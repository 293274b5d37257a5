/** The budget vector (U-05): separate counters for separate failures, and limits that no recovery path can reset. */
import { z } from 'zod'
import { UnitId } from '#model/ids.ts'

const Count = z.number().int().nonnegative()

/** How often each kind of failure may happen before a unit stops. */
export const Budget = z.strictObject({
  /** Retries of one input after a transport failure. */
  transport: Count.default(3),
  /** Retries of one input after an empty or invalid answer. */
  empty: Count.default(1),
  /** Retries of one input after an answer that was refused by field (write repair). Absent: counted as `empty`. */
  corrections: Count.optional(),
  /** Attempts of one phase that ended in a crash, a timeout or a refusal. */
  attempts: Count.default(3),
  /** Times one phase may send the work back. */
  revisions: Count.default(3),
  /** Rounds in which a plan may be sent back to its author. */
  planRounds: Count.default(3),
  /** Times one unit may be sent back to its maker because a check, a gate or a criterion is not met (S1-58). */
  repairs: Count.default(2),
  /** Rounds of the whole: plan, work, judgement of the whole. The last one that does not pass stops (S2-21). */
  iterations: Count.default(5),
  /** Times one phase may use another model because the one before refused (S1-56). */
  otherModels: Count.default(1),
  /** Tiers that one phase may go up because the work did not fit into the model before (S1-56). */
  tiersUp: Count.default(3),
  /** Times one input may wait for a lock file of another process. */
  lockWaits: Count.default(3),
})
export type Budget = z.infer<typeof Budget>

/** Limits of a whole run, checked before each dispatch. Absent means no limit of that kind. */
export const Limits = z.strictObject({
  costMicros: Count.optional(),
  tokens: Count.optional(),
  /** Agent and check time summed over attempts, on the monotonic clock. */
  activeMs: Count.optional(),
  dispatches: Count.default(1000),
  /** Dispatches of one unit in its whole life, whatever the reason; no recovery path resets the count. */
  unitDispatches: Count.default(40),
  /** The same limits for each unit by itself. */
  unitCostMicros: Count.optional(),
  unitTokens: Count.optional(),
  unitActiveMs: Count.optional(),
  /**
   * Whether models without a price may be used although money is limited: the limit of tokens then applies to them.
   * Absent: no.
   */
  unpriced: z.literal('allowed').optional(),
})
export type Limits = z.infer<typeof Limits>

/** What an approval covers; changes inside it inherit the approval, anything wider reopens the question. */
export const Envelope = z.strictObject({
  writes: z.array(z.string()),
  commands: z.array(z.string()),
  dispatches: Count,
  /** The planner whose plan was approved: the approval covers later plans of that unit, never those of another one. */
  planner: UnitId.optional(),
  /** The terms of the plan; a plan that drops one of them is wider. */
  terms: z.array(z.string()).optional(),
})
export type Envelope = z.infer<typeof Envelope>
