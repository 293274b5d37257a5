/** The input of the built-in agent. It is checked there, because the agent is a separate program. */
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
  /** The tools that it may use. */
  may: z.array(ToolGroup).max(4),
  /** The budget of thinking tokens, if the provider supports it; 0: none. */
  thinking: z.number().int().nonnegative().optional(),
  /** Where its conversation is stored, and the prompt that resumes an existing one. */
  conversation: z.strictObject({ file: z.string().min(1), goesOn: z.string().min(1).optional() }).optional(),
  /** Servers of the Model Context Protocol, by name. */
  servers: z
    .record(
      z.string(),
      z.strictObject({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
    )
    .optional(),
})

/** Possible input after it ended well: the errors that make its answer unusable. */
export const BuiltinAgain = z.strictObject({ again: z.string().min(1) })

export type BuiltinTask = z.infer<typeof BuiltinTask>
