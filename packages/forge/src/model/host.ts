/** The host stream: what runs share on one machine (accounts, slots, claims, floors). Its own closed unions. */
import { z } from 'zod'
import { Levels } from '#model/quota.ts'
import { LimitName, Instant, Key, MessageId, RepoPath, RunId } from '#model/ids.ts'

function message<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), id: MessageId, at: Instant, ...shape })
}
function event<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), v: z.literal(1), at: Instant, ...shape })
}

export const HostMessage = z.discriminatedUnion('type', [
  message('configure', { slots: z.number().int().positive() }),
  /** A run says what it wants now; zero slots and no writes means that it leaves. */
  message('claim', { run: RunId, key: Key, slots: z.number().int().nonnegative(), writes: z.array(RepoPath) }),
  /** An account at a provider is limited until then; limits are only ever extended (I-32). */
  message('limited', { account: LimitName, until: Instant }),
  /** How full the windows of an account are, as its provider just reported to a run (S1-65). */
  message('filled', { account: LimitName, levels: Levels }),
  message('floor', { level: z.enum(['ok', 'low']) }),
])
export type HostMessage = z.infer<typeof HostMessage>

export const HostEvent = z.discriminatedUnion('type', [
  event('host.configured', { slots: z.number().int().positive() }),
  event('run.claimed', { run: RunId, key: Key, slots: z.number().int().nonnegative(), writes: z.array(RepoPath) }),
  event('account.limited', { account: LimitName, until: Instant }),
  event('account.filled', { account: LimitName, levels: Levels }),
  event('floor.changed', { level: z.enum(['ok', 'low']) }),
  event('grant.changed', {
    run: RunId,
    serial: z.number().int().positive(),
    slots: z.number().int().nonnegative(),
    contested: z.array(RepoPath),
    gates: z.record(LimitName, Instant),
    used: z.record(LimitName, Levels).optional(),
    floor: z.enum(['ok', 'low']),
    answers: Key.optional(),
  }),
  event('message.rejected', { message: MessageId, error: z.string().max(4000) }),
])
export type HostEvent = z.infer<typeof HostEvent>
