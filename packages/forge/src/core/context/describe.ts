/** What went wrong the last time, in words for whoever does it again. */
import { canonicalJson } from '#model/canonical.ts'
import type { Failure } from '#model/failure.ts'
import { unreachable } from '#model/result.ts'

export function describeFailure(failure: Failure): string {
  switch (failure.tag) {
    case 'unmet':
    case 'refused':
      return failure.summary
    case 'conflict':
      return `it conflicts with work that was merged meanwhile, in ${failure.paths.join(', ')}`
    case 'blocked':
      return failure.text
    case 'invalid':
      return failure.errors.join('\n')
    case 'outside':
      return `it changed what it must not touch: ${failure.paths.join(', ')}`
    case 'transport':
    case 'quota':
    case 'empty':
    case 'crash':
    case 'timeout':
    case 'interrupted':
    case 'ceiling':
    case 'moved':
    case 'gate':
    case 'unavailable':
    case 'disk':
    case 'locked':
      return canonicalJson(failure)
    default:
      return unreachable(failure)
  }
}
