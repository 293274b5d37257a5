/** What the built-in agent is told on its input. Checked there: it is a program of its own. */
import { z } from 'zod'
import { JsonValue } from '#model/json.ts'
import { Effort } from '#model/route.ts'

export const BuiltinTask = z.strictObject({
  provider: z.enum(['anthropic', 'openai', 'google', 'compatible']),
  model: z.string().min(1),
  endpoint: z.strictObject({ baseUrl: z.string(), key: z.string() }),
  prompt: z.strictObject({ system: z.string(), text: z.string() }),
  /** JSON Schema of the answer. */
  schema: JsonValue,
  effort: Effort.optional(),
  turns: z.number().int().positive(),
  mayWrite: z.boolean(),
})
export type BuiltinTask = z.infer<typeof BuiltinTask>
