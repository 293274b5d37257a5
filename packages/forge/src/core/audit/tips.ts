/**
 * I-19, as far as the integration ref shows: the journal names every commit before the ref is moved there. Any other
 * commit on it comes from outside Forge, and was neither verified nor reviewed.
 */
import { say } from '#messages/said.ts'
import type { Oid } from '#model/ids.ts'
import type { WorldAudit } from './books.ts'

/** From the tip down its first parents, to the base of the run or to what the user's branch brought. */
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
