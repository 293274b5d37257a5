/** A short summary of what an agent said about its phase (S0-21). A claim for the next prompt, never evidence. */
import type { Outcome } from '#model/attempt.ts'
import type { Json } from '#model/json.ts'
import { unreachable } from '#model/result.ts'
import type { Verdict } from '#model/verdict.ts'

const longest = 1000

/** Undefined where no agent answered, or where the answer does not count. */
export function summaryOf(verdict: Verdict, outcome: Outcome): string | undefined {
  if (verdict === 'none') return undefined
  const text = wordsOf(outcome)?.trim()
  if (text === undefined || text === '') return undefined
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

function wordsOf(outcome: Outcome): string | undefined {
  switch (outcome.status) {
    case 'worked':
      return textAt(outcome.answer, 'note')
    case 'judged':
      return textAt(outcome.answer, 'summary')
    case 'planned':
      return textAt(fieldOf(outcome.answer, 'plan'), 'summary')
    case 'documented':
      // The first paragraph of a document says what it is about.
      return textAt(outcome.answer, 'document')
        ?.trim()
        .split(/\n\s*\n/)[0]
    case 'checked':
    case 'integrated':
    case 'merged':
    case 'tidied':
    case 'failed':
      return undefined
    default:
      return unreachable(outcome)
  }
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord && Object.hasOwn(value, name) ? (value as { readonly [key: string]: Json })[name] : undefined
}

function textAt(value: Json | undefined, name: string): string | undefined {
  const text = fieldOf(value, name)
  return typeof text === 'string' ? text : undefined
}
