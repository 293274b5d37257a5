/** The fields of an input schema, as flags and arguments show them. */
import { z } from 'zod'
import { flagOf } from './text/shell.ts'

export interface Field {
  readonly name: string
  /** `--max-cost`; for a switch that is on by default, the flag that turns it off: `--no-drive`. */
  readonly flag: string
  /** Its one-letter form. */
  readonly short: string | undefined
  readonly kind: 'switch' | 'text' | 'number' | 'list'
  readonly description: string
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly fallback: unknown
}

interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly default?: unknown
  readonly short?: string
}

/** The input of an operation, in the order of its schema. */
export function fieldsOf(input: z.ZodObject): readonly Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = property as FieldSchema
    const words = flagOf(name)
    return {
      name,
      flag: field.default === true ? `--no-${words}` : `--${words}`,
      short: field.short,
      kind: kindOf(field),
      description: field.description ?? '',
      choices: (field.enum ?? []).map(String),
      isRequired: required.includes(name),
      fallback: field.default,
    }
  })
}

function kindOf({ type }: FieldSchema): Field['kind'] {
  if (type === 'boolean') return 'switch'
  if (type === 'array') return 'list'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}
