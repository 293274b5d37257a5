/** Why a unit stopped, with its last findings: a limit alone does not say what is wrong. */
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import type { Failure } from '#model/failure.ts'
import { linesIn } from './lines.ts'

export function stopText({ reason, failure }: { readonly reason: Said; readonly failure?: Failure | undefined }): Said {
  if (failure?.tag !== 'unmet') return reason
  const [found] = linesIn(failure.summary)
  if (found === undefined || render(reason, 'en').includes(render(found, 'en'))) return reason
  return say('report.reasonAndLastFound', { reason, found })
}
