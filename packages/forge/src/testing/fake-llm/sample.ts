/** The smallest value that fits a JSON Schema: the answer to a request for JSON that no script covers. */
import { z } from 'zod'
import { JsonValue, type Json } from '#model/json.ts'

const Schema = z.looseObject({
  /** Gemini writes them in capitals. */
  type: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  const: JsonValue.optional(),
  enum: z.array(JsonValue).min(1).optional(),
  anyOf: z.array(z.unknown()).min(1).optional(),
  oneOf: z.array(z.unknown()).min(1).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().int().nonnegative().optional(),
  minimum: z.number().optional(),
})

const deepest = 20

export function sampleOf(written: unknown, depth = 0): Json {
  const parsed = Schema.safeParse(written)
  if (!parsed.success || depth > deepest) return null
  const { data: schema } = parsed
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return sampleOf(choice, depth + 1)
  const [type = ''] = [schema.type ?? ''].flat()
  switch (type.toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? Object.keys(schema.properties ?? {})).map((name) => [
          name,
          sampleOf(schema.properties?.[name], depth + 1),
        ]),
      )
    case 'array':
      return Array.from({ length: Math.min(schema.minItems ?? 0, 100) }, () => sampleOf(schema.items, depth + 1))
    case 'number':
    case 'integer':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return 'fake'
    default:
      return null
  }
}
