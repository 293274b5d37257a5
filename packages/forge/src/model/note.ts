/** A notice for a user who follows a run, as data (S3-12): made from events, never stored. */
import { z } from 'zod'
import { Badge } from '#model/badge.ts'
import { Slug, UnitId } from '#model/ids.ts'
import { Tier } from '#model/route.ts'
import { Said } from '#model/said.ts'

const Count = z.number().int().nonnegative()

/** Of the last commands that Forge ran for a unit. The score is the share that passed. */
export const Checks = z.strictObject({ passed: Count, total: Count })
export type Checks = z.infer<typeof Checks>

const about = { unit: UnitId, title: z.string() }

export const Note = z.discriminatedUnion('note', [
  /** Another stage of the run starts: planning, the units, the whole. */
  z.strictObject({ note: z.literal('stage'), title: Said }),
  /** A unit starts for the first time. */
  z.strictObject({ note: z.literal('started'), ...about }),
  /** An agent starts: its full name, and the model that the route resolves to (S0-10, S0-12). */
  z.strictObject({
    note: z.literal('agent'),
    ...about,
    phase: Slug,
    name: z.string(),
    badge: Badge.optional(),
    tier: Tier.optional(),
    /** null: it runs without a model. Absent: the agent chooses it. */
    model: z.string().nullable().optional(),
  }),
  /** A phase of an agent has ended well (S0-38). */
  z.strictObject({ note: z.literal('passed'), ...about, phase: Slug, how: z.enum(['completed', 'approved']) }),
  z.strictObject({ note: z.literal('revised'), ...about, phase: Slug, iteration: Count }),
  z.strictObject({ note: z.literal('escalated'), ...about, hint: Said }),
  /** `attempt` of `of`: how often this may fail before the unit stops. */
  z.strictObject({
    note: z.literal('failed'),
    ...about,
    phase: Slug,
    checks: Checks.optional(),
    attempt: Count.optional(),
    of: Count.optional(),
  }),
  z.strictObject({ note: z.literal('done'), ...about, how: z.enum(['merged', 'done']), checks: Checks.optional() }),
  z.strictObject({ note: z.literal('blocked'), ...about, reason: Said }),
  /** A warning of a verdict that passed. */
  z.strictObject({ note: z.literal('warned'), ...about, text: Said }),
  /** After every unit that ended. */
  z.strictObject({ note: z.literal('progress'), done: Count, failed: Count, left: Count, total: Count }),
])
export type Note = z.infer<typeof Note>
