/** The messages of Codex's app-server: lines of JSON-RPC without its version, with only the fields that Forge reads. */
import { z } from 'zod'
import { JsonValue } from '#model/json.ts'

export const Response = z.object({
  id: z.union([z.number(), z.string()]),
  result: JsonValue.optional(),
  error: z.object({ message: z.string() }).optional(),
})

export const ThreadResult = z.object({ thread: z.object({ id: z.string().min(1) }), model: z.string().optional() })
export const TurnResult = z.object({ turn: z.object({ id: z.string().min(1) }) })

/** A request of the server to Forge: it has both a method and an id. */
export const ServerRequest = z.object({ id: z.union([z.number(), z.string()]), method: z.string() })

const Count = z.number().int().nonnegative().catch(0)
const Tokens = z.object({
  inputTokens: Count,
  cachedInputTokens: Count,
  cacheWriteInputTokens: Count,
  outputTokens: Count,
})
export type Tokens = z.infer<typeof Tokens>

const Status = z.object({ httpStatusCode: z.number().int().nullish() })

/** A name, or a name with the status of the failed request. */
const ErrorInfo = z.union([z.string(), z.record(z.string(), Status.catch({}))])
export type ErrorInfo = z.infer<typeof ErrorInfo>

const TurnError = z.object({ message: z.string(), codexErrorInfo: ErrorInfo.nullish() })
export type TurnError = z.infer<typeof TurnError>

/** Items that are tools, reported when they start and end; the others are text, or not for Forge. */
export const Item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agentMessage'), id: z.string(), text: z.string() }),
  z.object({
    type: z.literal('commandExecution'),
    id: z.string(),
    command: z.string(),
    status: z.string(),
    aggregatedOutput: z.string().nullish(),
    exitCode: z.number().nullish(),
  }),
  z.object({
    type: z.literal('fileChange'),
    id: z.string(),
    status: z.string(),
    changes: z.array(z.object({ path: z.string() })),
  }),
  z.object({
    type: z.literal('mcpToolCall'),
    id: z.string(),
    status: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: JsonValue.optional(),
  }),
])
export type Item = z.infer<typeof Item>

const Window = z
  .object({
    usedPercent: z.number(),
    resetsAt: z.number().nullish(),
    windowDurationMins: z.number().nullish().catch(undefined),
  })
  .nullish()
export type Window = z.infer<typeof Window>

/** The thread of the notification: the attempt's, or that of a subagent that it started (`spawn_agent`). */
const threadId = z.string().optional()

export const Notification = z.discriminatedUnion('method', [
  z.object({ method: z.literal('item/started'), params: z.object({ threadId, item: JsonValue }) }),
  z.object({ method: z.literal('item/completed'), params: z.object({ threadId, item: JsonValue }) }),
  z.object({
    method: z.literal('thread/tokenUsage/updated'),
    params: z.object({ threadId, tokenUsage: z.object({ total: Tokens, last: Tokens }) }),
  }),
  z.object({
    method: z.literal('account/rateLimits/updated'),
    params: z.object({ threadId, rateLimits: z.object({ primary: Window, secondary: Window }) }),
  }),
  z.object({ method: z.literal('error'), params: z.object({ threadId, error: TurnError, willRetry: z.boolean() }) }),
  z.object({
    method: z.literal('turn/completed'),
    params: z.object({
      threadId,
      turn: z.object({
        status: z.enum(['completed', 'interrupted', 'failed', 'inProgress']),
        error: TurnError.nullish(),
      }),
    }),
  }),
])
export type Notification = z.infer<typeof Notification>

/** Any other notification: known, not read. */
export const AnyNotification = z.object({ method: z.string(), params: JsonValue.optional() })
