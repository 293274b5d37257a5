/** What the built-in agent is told on its input. Checked there: it is a program of its own. */
import { z } from 'zod'
import { JsonValue } from '#model/json.ts'
import { Effort, ToolGroup } from '#model/route.ts'

export const BuiltinTask = z.strictObject({
  provider: z.enum(['anthropic', 'openai', 'google', 'compatible']),
  model: z.string().min(1),
  endpoint: z.strictObject({ baseUrl: z.string(), key: z.string() }),
  prompt: z.strictObject({ system: z.string(), text: z.string() }),
  /** JSON Schema of the answer. */
  schema: JsonValue,
  effort: Effort.optional(),
  turns: z.number().int().positive(),
  /** What its tools may do. */
  may: z.array(ToolGroup).max(4),
  /** Tokens to think with, where the provider can be told; 0: none. */
  thinking: z.number().int().nonnegative().optional(),
  /** Where its conversation is kept, and with which words the one that is there is gone on with. */
  conversation: z.strictObject({ file: z.string().min(1), goesOn: z.string().min(1).optional() }).optional(),
  /** Servers of the Model Context Protocol, by name. */
  servers: z
    .record(
      z.string(),
      z.strictObject({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
    )
    .optional(),
})

/** What it may be told after it has ended well: that its answer cannot be used, and why. */
export const BuiltinAgain = z.strictObject({ again: z.string().min(1) })

export type BuiltinTask = z.infer<typeof BuiltinTask>
