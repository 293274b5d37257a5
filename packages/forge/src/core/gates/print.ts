/** The parsed form → text that parses to the same. */
import type { Condition, Directive, Gate } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'
import { quoteWord } from './lines.ts'

export function printGates(gates: readonly Gate[]): string {
  return gates.map(printGate).join('\n')
}

function printGate({ when, phase, directives }: Gate): string {
  const name = when === 'preflight' ? 'gates' : 'outputs'
  return [`\`\`\`${name} phase=${phase}`, ...directives.map(printDirective), '```', ''].join('\n')
}

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
