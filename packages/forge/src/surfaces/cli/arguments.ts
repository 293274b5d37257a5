/** Turns typed arguments into an operation's input. */
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import type { z } from 'zod'
import { nearest } from '#model/nearest.ts'
import { saidBySchema } from '#messages/issue.ts'
import { raw, say, several, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { ParsedCall } from './program.ts'

/** The typed arguments, checked against the schema; a fault names its flag or argument. */
export function inputOf({ operation, fields, typed }: ParsedCall): Result<object, Refusal> {
  const given = fields.flatMap(({ name, kind }) =>
    typed[name] === undefined ? [] : [[name, kind === 'number' ? numberOr(typed[name]) : typed[name]]],
  )
  const parsed = operation.input.safeParse(Object.fromEntries(given))
  if (parsed.success) return success(parsed.data)
  const complaints = parsed.error.issues.map((issue) => {
    const field = fields.find(({ name }) => name === issue.path[0])
    if (field === undefined) return saidBySchema(issue.message)
    const isPositional = operation.positionals.includes(field.name)
    const name = isPositional ? `<${field.name}>` : field.flag
    return say('usage.fieldFault', { name, fault: complaintOf(issue, typed[field.name]) })
  })
  return failed(usageRefusal('bad-argument', several(complaints), raw(`forge ${operation.name} --help`)))
}

/** Texts of our own for the most frequent mistakes; the schema's text for the rest. */
function complaintOf(issue: z.core.$ZodIssue, typed: unknown): Said {
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return say('usage.notNumber', { typed: String(typed) })
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String)
    const meant = nearest(String(typed), known)
    const about = { typed: String(typed), known: known.join(', ') }
    return meant === undefined
      ? say('usage.noneOfKnown', about)
      : say('usage.noneOfKnownDidYouMean', { ...about, meant })
  }
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? say('usage.mustNotBeEmpty')
      : say('usage.typedTooSmall', { typed: String(typed), why: tooSmall(issue) })
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? say('usage.tooLong', { most: String(issue.maximum) })
      : say('usage.expectedAtMost', { kind: issue.origin, most: String(issue.maximum) })
  return saidBySchema(issue.message)
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Said {
  const values = { kind: origin, least: String(minimum) }
  return inclusive === false ? say('usage.expectedMoreThan', values) : say('usage.expectedAtLeast', values)
}

function numberOr(typed: unknown): unknown {
  const number = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN
  return Number.isNaN(number) ? typed : number
}
