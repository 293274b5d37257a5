/** The last failure, in words for the next attempt. */
import { render } from '#messages/render.ts'
import { canonicalJson } from '#model/canonical.ts'
import type { Failure } from '#model/failure.ts'
import type { Objection } from '#model/gate.ts'
import { unreachable } from '#model/result.ts'

export function describeFailure(failure: Failure): string {
  switch (failure.tag) {
    case 'unmet':
    case 'refused':
      return render(failure.summary, 'en')
    case 'conflict':
      return `it conflicts with work that was merged meanwhile, in ${failure.paths.join(', ')}`
    case 'blocked':
      return render(failure.text, 'en')
    case 'invalid':
      return failure.errors.map((error) => render(error, 'en')).join('\n')
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
    case 'disk':
    case 'locked':
      return canonicalJson(failure)
    case 'gate':
      return canonicalJson({ ...failure, objections: failure.objections.map(inEnglish) })
    case 'unavailable':
      return canonicalJson({ ...failure, what: render(failure.what, 'en') })
    default:
      return unreachable(failure)
  }
}

function inEnglish({ reason, remedy, ...objection }: Objection) {
  return { ...objection, reason: render(reason, 'en'), remedy: render(remedy, 'en') }
}
