/**
 * What a schema says about a value that does not fit: texts of the library that users see are translated, others stay.
 */
import type { z } from 'zod'
import { saidBySchema } from '#messages/issue.ts'
import { say, type Said } from '#messages/said.ts'

export function issueText(issue: z.core.$ZodIssue, value: unknown): Said {
  if (issue.code === 'too_small' && isNumber(issue.origin)) {
    const asked = { kind: issue.origin, least: String(issue.minimum) }
    return issue.inclusive === false ? say('usage.expectedMoreThan', asked) : say('usage.expectedAtLeast', asked)
  }
  if (issue.code === 'too_big' && isNumber(issue.origin) && issue.inclusive !== false)
    return say('usage.expectedAtMost', { kind: issue.origin, most: String(issue.maximum) })
  if (issue.code === 'invalid_type' && value !== undefined)
    return say('usage.expectedOtherKind', { expected: issue.expected, received: kindOf(value) })
  return saidBySchema(issue.message)
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int'
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'NaN' : typeof value
}
