/** From an operation's input schema to arguments and flags, and from what was typed back to an input. */
import { z } from 'zod'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Operation } from '#surfaces/operations/operation.ts'

export interface Field {
  readonly name: string
  /** `--max-cost` */
  readonly flag: string
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
}

/** What an operation takes, in the order of its schema. */
export function fieldsOf(operation: Operation): readonly Field[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = property as FieldSchema
    return {
      name,
      flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
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

/** What was typed, checked against the schema; what is wrong is said by its flag or argument. */
export function inputOf(operation: Operation, typed: Readonly<Record<string, unknown>>): Result<object, Refusal> {
  const fields = fieldsOf(operation)
  const given = fields.flatMap(({ name, kind }) =>
    typed[name] === undefined ? [] : [[name, kind === 'number' ? numberOr(typed[name]) : typed[name]]],
  )
  const parsed = operation.input.safeParse(Object.fromEntries(given))
  if (parsed.success) return success(parsed.data)
  const complaints = parsed.error.issues.map(({ path, message }) => {
    const field = fields.find(({ name }) => name === path[0])
    if (field === undefined) return message
    const isPositional = operation.positionals.includes(field.name)
    return `${isPositional ? `<${field.name}>` : field.flag}: ${message}`
  })
  return failed(usageRefusal('bad-argument', complaints.join('; '), `forge ${operation.name} --help`))
}

function numberOr(typed: unknown): unknown {
  const number = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN
  return Number.isNaN(number) ? typed : number
}
