/** From what was typed to an operation's input. */
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { z } from 'zod'
import { nearest } from '#config/suggest.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Asked } from './program.ts'

/** What was typed, checked against the schema; what is wrong is said by its flag or argument. */
export function inputOf({ operation, fields, typed }: Asked): Result<object, Refusal> {
  const given = fields.flatMap(({ name, kind }) =>
    typed[name] === undefined ? [] : [[name, kind === 'number' ? numberOr(typed[name]) : typed[name]]],
  )
  const parsed = operation.input.safeParse(Object.fromEntries(given))
  if (parsed.success) return success(parsed.data)
  const complaints = parsed.error.issues.map((issue) => {
    const field = fields.find(({ name }) => name === issue.path[0])
    if (field === undefined) return issue.message
    const isPositional = operation.positionals.includes(field.name)
    return `${isPositional ? `<${field.name}>` : field.flag}: ${complaintOf(issue, typed[field.name])}`
  })
  return failed(usageRefusal('bad-argument', complaints.join('; '), `forge ${operation.name} --help`))
}

/** What people get wrong most often, in their words; the rest as the schema says it. */
function complaintOf(issue: z.core.$ZodIssue, typed: unknown): string {
  if (issue.code === 'invalid_type' && issue.expected === 'number') return `'${String(typed)}' is not a number`
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String)
    const meant = nearest(String(typed), known)
    return `'${String(typed)}' is none of ${known.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  }
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'it must not be empty' : `${String(typed)} is too small: ${issue.message}`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `it is too long, the most is ${String(issue.maximum)} characters`
  return issue.message
}

function numberOr(typed: unknown): unknown {
  const number = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN
  return Number.isNaN(number) ? typed : number
}
