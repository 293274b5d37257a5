/** What to do about a directive that does not hold: one text for every reason code. */
import type { Directive, GateCode } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'
import { printCondition } from './print.ts'

interface About {
  readonly directive: Directive
  readonly phase: string
  readonly path: string | undefined
}

export function remedyFor(code: GateCode | 'misconfigured', about: About): string {
  const { directive, phase } = about
  const path = about.path ?? 'the file'
  switch (code) {
    case 'output-missing':
      return `${phase} must write ${path}; run it again and tell it so, or write the file and go on`
    case 'output-stub':
      return `${path} is too short to be the result of ${phase}; finish it, or lower min= if short is right`
    case 'artifact-missing':
      return `${phase} needs ${path}; run the phase that writes it, or write it yourself`
    case 'artifact-stub':
      return `${path} is too short to go on with; finish it, or lower min= if short is right`
    case 'require-failed':
    case 'forbidden':
      return `${phase} may not start or end ${stateOf(directive)}; change that first`
    case 'after-failed':
      return directive.kind === 'after' ? `bring ${directive.phase} to ${directive.verdict} first` : ''
    case 'tool-error':
      return `make ${path} a file that Forge can read, then go on`
    case 'misconfigured':
      return `mend the gate of ${phase} in the preset; nothing is wrong with the unit`
    default:
      return unreachable(code)
  }
}

function stateOf(directive: Directive): string {
  if (directive.kind === 'require') return `unless ${directive.field} ${printCondition(directive.condition)}`
  if (directive.kind === 'forbid') return `while ${directive.field} ${printCondition(directive.condition)}`
  return ''
}
