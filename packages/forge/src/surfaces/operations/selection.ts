/** Answers are selections of the one view: exactly the fields that a schema names, also in lists and nested units. */
import { z } from 'zod'

export function selected<Schema extends z.ZodObject>(schema: Schema, view: z.output<Schema>): z.output<Schema> {
  return partOf(schema, view) as z.output<Schema>
}

function partOf(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return partOf(schema.unwrap(), value)
  if (schema instanceof z.ZodArray) return (value as readonly unknown[]).map((one) => partOf(schema.element, one))
  if (!(schema instanceof z.ZodObject)) return value
  const known = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(schema.shape as Readonly<Record<string, z.core.$ZodType>>).flatMap(([name, part]) =>
      known[name] === undefined ? [] : [[name, partOf(part, known[name])]],
    ),
  )
}
