/** What to do about a directive that does not hold: one text for every reason code. */
import { raw, say, type Said } from '#messages/said.ts'
import type { Directive, GateCode } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'
import { printCondition } from './print.ts'

interface About {
  readonly directive: Directive
  readonly phase: string
  readonly path: string | undefined
}

export function remedyFor(code: GateCode | 'misconfigured', about: About): Said {
  const { directive, phase } = about
  const path = about.path ?? say('gate.theFile')
  switch (code) {
    case 'output-missing':
      return say('gate.phaseMustWriteFile', { phase, path })
    case 'output-stub':
      return say('gate.resultTooShort', { path, phase })
    case 'artifact-missing':
      return say('gate.phaseNeedsFile', { phase, path })
    case 'artifact-stub':
      return say('gate.fileTooShortToGoOn', { path })
    case 'require-failed':
    case 'forbidden':
      return say('gate.changeStateFirst', { phase, state: stateOf(directive) })
    case 'after-failed':
      return directive.kind === 'after'
        ? say('gate.bringPhaseToVerdictFirst', { phase: directive.phase, verdict: directive.verdict })
        : raw('')
    case 'tool-error':
      return say('gate.makeFileReadable', { path })
    case 'misconfigured':
      return say('gate.fixInPreset', { phase })
    default:
      return unreachable(code)
  }
}

function stateOf(directive: Directive): Said | '' {
  if (directive.kind !== 'require' && directive.kind !== 'forbid') return ''
  const condition = `${directive.field} ${printCondition(directive.condition)}`
  return directive.kind === 'require'
    ? say('gate.unlessCondition', { condition })
    : say('gate.whileCondition', { condition })
}
