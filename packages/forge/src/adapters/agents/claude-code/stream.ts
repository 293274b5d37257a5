/** The output of Claude Code: lines of its stream-json, with only the fields that Forge reads. */
import { z } from 'zod'
import { JsonValue } from '#model/json.ts'

const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: JsonValue }),
])

const ToolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().optional(),
  content: JsonValue.optional(),
})

const Count = z.number().nonnegative().catch(0)

const Figures = z.object({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_input_tokens: Count,
  cache_creation_input_tokens: Count,
})

/** Blocks of unknown kinds are skipped, not refused: thinking, images, and future ones. */
function blocks<Schema extends z.ZodType>(schema: Schema) {
  return z.array(z.unknown()).transform((all) =>
    all.flatMap((one): z.output<Schema>[] => {
      const block = schema.safeParse(one)
      return block.success ? [block.data] : []
    }),
  )
}

export const Init = z.object({
  type: z.literal('system'),
  subtype: z.literal('init'),
  session_id: z.string().min(1),
  model: z.string().optional(),
})

export const Retry = z.object({
  type: z.literal('system'),
  subtype: z.literal('api_retry'),
  retry_delay_ms: z.number().nonnegative().optional(),
  error_status: z.number().int().nullish(),
})

export const Assistant = z.object({
  type: z.literal('assistant'),
  message: z.object({ content: blocks(Block) }),
  /** The class of an error that it reports as a message. */
  error: z.string().optional().catch(undefined),
})

export const User = z.object({
  type: z.literal('user'),
  message: z.object({ content: z.union([z.string().transform(() => []), blocks(ToolResult)]) }),
})

const Window = z.object({ utilization: z.number(), resetsAt: z.number().optional() })

/** Sent to subscribers: which limit, and when it ends (seconds since the epoch). */
export const RateLimit = z.object({
  type: z.literal('rate_limit_event'),
  rate_limit_info: z.object({
    status: z.string(),
    resetsAt: z.number().optional(),
    rateLimitType: z.string().optional(),
    /** From 0 to 1, not a percentage. */
    utilization: z.number().optional(),
    unifiedWindows: z
      .object({ five_hour: Window.optional(), seven_day: Window.optional() })
      .optional()
      .catch(undefined),
  }),
})
export type RateLimit = z.infer<typeof RateLimit>

export const Permission = z.object({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.object({
    subtype: z.literal('can_use_tool'),
    tool_name: z.string(),
    input: z.record(z.string(), JsonValue),
  }),
})

export const ResultLine = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().optional(),
  structured_output: JsonValue.optional(),
  terminal_reason: z.string().nullish(),
  stop_reason: z.string().nullish(),
  api_error_status: z.number().int().nullish(),
  total_cost_usd: z.number().nonnegative().catch(0),
  usage: Figures.optional(),
})
export type ResultLine = z.infer<typeof ResultLine>

/** Known lines that mean nothing to Forge: they are not counted as unknown. */
export const Ignored = z.union([
  z.object({ type: z.literal('system') }),
  z.object({ type: z.enum(['control_response', 'stream_event', 'control_cancel_request', 'keep_alive']) }),
])
