/** A directive of a gate as the text that it was parsed from. */
import type { Condition, Directive } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'
import { quoteWord } from './lines.ts'

export function printDirective(directive: Directive): string {
  switch (directive.kind) {
    case 'artifact':
      return `artifact ${quoteWord(directive.path)}${directive.min === undefined ? '' : ` min=${directive.min}`}`
    case 'require':
    case 'forbid':
      return `${directive.kind} ${directive.field} ${printCondition(directive.condition)}`
    case 'after':
      return `after ${directive.phase} = ${directive.verdict}`
    default:
      return unreachable(directive)
  }
}

export function printCondition(condition: Condition): string {
  if (condition.op === 'in') return `in [${condition.values.map(quoteWord).join(', ')}]`
  return `${condition.op} ${quoteWord(condition.value)}`
}
