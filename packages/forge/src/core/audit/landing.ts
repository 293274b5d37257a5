/**
 * What the auditor checks about landings: a human asked for each, and nothing of the user's moved without one (I-27).
 */
import { say } from '#messages/said.ts'
import type { EventOf } from '#model/event.ts'
import type { Audit, WorldAudit } from './books.ts'

export function auditLanding(
  { books, broken }: Audit,
  event: EventOf<'landing.asked'> | EventOf<'landing.intended'> | EventOf<'landing.finished'>,
): void {
  if (event.type === 'landing.asked') {
    books.landings.set(event.key, { event, isBegun: false })
    return
  }
  const known = books.landings.get(event.key)
  if (known === undefined) return broken('I-27', say('audit.landingNotAskedFor', { key: event.key }))
  if (event.type === 'landing.intended') known.isBegun = true
  else if (event.end.status === 'landed' && !known.isBegun)
    broken('I-27', say('audit.landingEndedBeforeBegin', { key: event.key }))
}

/** Every move that the reflogs of the user's branches ascribe to this run is one that the journal intended. */
export function auditMoves({ books, git, broken }: WorldAudit): void {
  for (const { branch, old, next, what } of git.moves) {
    const isIntended =
      what === 'published'
        ? books.published.has(next)
        : [...books.landings.values()].some(
            ({ event, isBegun }) => isBegun && event.branch === branch && event.from === old && event.to === next,
          )
    if (!isIntended) broken('I-27', say('audit.branchMoveNotInJournal', { branch, commit: next.slice(0, 12) }))
  }
}
