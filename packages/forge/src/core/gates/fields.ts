/**
 * Reads a dotted field from the records. Misspelt is never the same as absent: a gate that reads nothing is
 * misconfigured.
 */
import { say, type Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Condition } from '#model/gate.ts'
import { meant } from './faults.ts'
import type { GateFacts } from './facts.ts'

type Scalar = string | number | boolean | null

/** The value of a field, null while it has none, or why it cannot be compared. */
export function readField(field: string, record: GateFacts['record']): Result<Scalar, Said> {
  let value: Json = record
  const trail: string[] = []
  for (const name of field.split('.')) {
    if (value === null) return success(null) // nothing is there yet, so nothing below it is
    if (!isRecord(value)) return failed(say('gate.recordHasNoFields', { record: trail.join('.') }))
    const next: Json | undefined = Object.hasOwn(value, name) ? value[name] : undefined
    if (next === undefined) return failed(unknownField(name, trail, Object.keys(value)))
    value = next
    trail.push(name)
  }
  if (value !== null && typeof value === 'object') return failed(say('gate.fieldNotSingleValue', { field }))
  return success(value)
}

function unknownField(name: string, trail: readonly string[], names: readonly string[]): Said {
  const asked = { name, hint: meant(name, names), known: names.toSorted().slice(0, 20).join(', ') }
  if (trail.length === 0) return say('gate.noSuchRecord', asked)
  return say('gate.recordHasNoSuchField', { record: trail.join('.'), ...asked })
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Values compare as they are written: `3` and `true` are the number and the truth value, `null` is no value. */
export function holdsFor(condition: Condition, value: Scalar): boolean {
  const text = String(value)
  switch (condition.op) {
    case '==':
      return text === condition.value
    case '!=':
      return text !== condition.value
    case 'in':
      return condition.values.includes(text)
  }
}

export function showValue(value: Scalar): string | Said {
  return value === null ? say('gate.noValue') : JSON.stringify(value)
}
