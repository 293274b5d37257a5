/**
 * What an agent does, in Forge's vocabulary: every adapter translates the output of its program into these, and nothing
 * behind the adapters knows another form. They are for display, accounting and the end of an attempt; none is evidence.
 */
import { z } from 'zod'
import { line } from '#model/line.ts'
import { JsonValue } from '#model/json.ts'
import { UsedWindow } from '#model/quota.ts'
import { Usage } from '#model/usage.ts'

const Text = z.string()
const Milliseconds = z.number().int().nonnegative().max(1e11)
const Status = z.number().int().min(100).max(599)

/** Why a runtime reports a failure: classes, never substrings of a message. */
export const FailureKind = z.enum([
  /** Too many requests; passes by waiting. */
  'rate-limit',
  /** The account has nothing left until a reset. */
  'quota',
  'network',
  'server',
  'stream',
  'connection',
  /** No login, or the key is refused. */
  'auth',
  /** It was not ready to work: no answer before its task began. */
  'unready',
  /** The provider refuses the request itself: an unknown model. */
  'request',
  /** The work does not fit into the window of the model. */
  'overflow',
  /** The model refuses. */
  'refusal',
  /** A limit of its own was reached: turns, or money. */
  'turns',
  'budget',
  /** It reports that it is blocked. */
  'blocked',
  /** Any other reason that it reports. */
  'other',
])
export type FailureKind = z.infer<typeof FailureKind>

export const AgentEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('started'), session: line(500).min(1), model: Text.optional() }),
  z.strictObject({ type: z.literal('text'), text: Text }),
  z.strictObject({ type: z.literal('tool_call'), id: Text, name: Text, input: JsonValue }),
  z.strictObject({ type: z.literal('tool_result'), id: Text, ok: z.boolean(), output: Text }),
  /** Usage since the last one; `cumulative`: the total usage, so that it replaces. */
  z.strictObject({
    type: z.literal('usage'),
    usage: Usage.pick({
      inputTokens: true,
      outputTokens: true,
      cacheReadTokens: true,
      cacheWriteTokens: true,
      costMicros: true,
    }),
    cumulative: z.boolean().optional(),
    /** How full the windows of the account are, if reported with it. */
    windows: z.array(UsedWindow).max(10).optional(),
  }),
  /** The provider asked to wait, and the runtime continues by itself. */
  z.strictObject({ type: z.literal('rate_limited'), status: Status.optional(), retryAfterMs: Milliseconds.optional() }),
  /** The runtime's own positive terminal event. `structured` is its typed output, where it has one. */
  z.strictObject({ type: z.literal('finished'), text: Text, structured: JsonValue.optional() }),
  z.strictObject({
    type: z.literal('failed'),
    kind: FailureKind,
    status: Status.optional(),
    message: Text,
    retryable: z.boolean(),
    retryAfterMs: Milliseconds.optional(),
  }),
])
export type AgentEvent = z.infer<typeof AgentEvent>
export type AgentEventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

/** The class of a failed request by its HTTP status; without one the connection to the provider failed. */
export function kindOfStatus(status: number | undefined): FailureKind {
  if (status === undefined) return 'connection'
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'quota'
  if (status === 408) return 'network'
  if (status === 429) return 'rate-limit'
  if (status >= 500) return 'server'
  return 'request'
}
