/**
 * OpenAI's strict form of a JSON Schema: every property is required, no others are allowed, and limits of texts and
 * numbers are unsupported. Optional properties may be null; such nulls are removed from the answer. The whole schema is
 * still checked by Forge when the answer comes.
 */
import type { Json } from '#model/json.ts'

type Schema = { readonly [key: string]: Json }

const kept = new Set(['type', 'enum', 'description', '$ref'])

export function strictSchema(schema: Json): Json {
  if (!isSchema(schema)) return {}
  const { properties, items, anyOf, oneOf, $defs, required, const: constant } = schema
  const strict: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) if (kept.has(key)) strict[key] = value
  if (constant !== undefined) strict['enum'] = [constant]
  if (isSchema(items)) strict['items'] = strictSchema(items)
  const choices = Array.isArray(anyOf) ? anyOf : oneOf
  if (Array.isArray(choices)) strict['anyOf'] = choices.map((choice: Json) => strictSchema(choice))
  if (isSchema($defs))
    strict['$defs'] = Object.fromEntries(Object.entries($defs).map(([name, part]) => [name, strictSchema(part)]))
  if (!isSchema(properties)) return strict
  const needed = new Set(Array.isArray(required) ? required : [])
  return {
    ...strict,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, needed.has(name) ? strictSchema(part) : orNull(part)]),
    ),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function orNull(schema: Json): Json {
  return { anyOf: [strictSchema(schema), { type: 'null' }] }
}

function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** No answer of Forge uses null. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutNulls(item))
  if (!isSchema(value)) return value
  const entries = Object.entries(value).filter(([, part]) => part !== null)
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutNulls(part)]))
}
