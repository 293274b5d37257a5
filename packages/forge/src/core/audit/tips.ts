/**
 * I-19, as far as the integration ref tells: the journal names every commit before the ref is moved there. What else stands on
 * it was put there by somebody else, and nobody verified or reviewed it.
 */
import { say } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import type { WorldAudit } from './books.ts'

/** From the tip down its first parents, to where the run began or to what the user brought. */
export function auditTips({ books, git, history, broken }: WorldAudit): void {
  const { tip, promised, named, brought } = books.tips
  const found = git.integration
  if (found === undefined || tip === undefined) return
  if (found !== tip && !promised.includes(found))
    broken('I-19', say('audit.integrationTipDiffers', { found: found.slice(0, 12), expected: tip.slice(0, 12) }))
  for (let at: Oid | undefined = found; at !== undefined; at = history.commit(at)?.parents[0]) {
    if (history.commit(at) === undefined || brought.has(at)) return
    if (!named.has(at)) broken('I-19', say('audit.commitNeverNamed', { commit: at.slice(0, 12) }))
  }
}
