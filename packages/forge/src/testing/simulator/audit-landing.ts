/** The auditor's checks of publishing and landing: the user's files change only by an intent that names it (I-27). */
import type { EventOf } from '#model/event.ts'
import type { Audit } from './books.ts'
import { differenceFrom } from './checkout.ts'
import { changedPaths, filesAt, isAncestor } from './git.ts'
import type { Machine } from './machine.ts'
import { checkedOut } from './user-world.ts'

export function auditPublishing({ books }: Audit, event: EventOf<'publishing.intended'>): void {
  books.publishing.open = { key: event.key, commit: event.commit }
}

export function auditPublished({ books, machine }: Audit, event: EventOf<'publishing.finished'>): void {
  const { open } = books.publishing
  books.publishing.open = undefined
  const { watch, repository } = machine
  watch.reached(`published: ${event.end}`)
  if (open?.key !== event.key) return watch.violated('I-12', 'a publishing that was not open has ended')
  const at = repository.refs.get(`refs/heads/${event.branch}`)
  if (event.end === 'published' && (at === undefined || !isAncestor(repository, open.commit, at)))
    watch.violated('I-27', `${event.branch} does not show what the journal says`)
}

export function auditLandingAsked({ books, machine }: Audit, event: EventOf<'landing.asked'>): void {
  if (event.by.kind === 'agent') machine.watch.violated('I-23', 'an agent landed its own work')
  if (!isAncestor(machine.repository, event.from, event.to))
    machine.watch.violated('I-27', 'a landing that does not go forward')
  books.landing.asked = event
}

export function auditLanding({ books, machine }: Audit, event: EventOf<'landing.intended'>): void {
  if (books.landing.asked?.key !== event.key) machine.watch.violated('I-23', 'a landing that nobody asked for')
  books.landing.open = event
}

export function auditLanded(audit: Audit, event: EventOf<'landing.finished'>): void {
  const { books, machine } = audit
  const { repository, watch } = machine
  const { open, asked } = books.landing
  books.landing.open = undefined
  const { end } = event
  watch.reached(end.status === 'landed' ? 'landed' : `landing refused: ${end.code}`)
  if (asked?.key !== event.key) return watch.violated('I-12', 'a landing that was not open has ended')
  if (end.status === 'landed') {
    const at = repository.refs.get(`refs/heads/${asked.branch}`)
    if (open === undefined || at === undefined || !isAncestor(repository, asked.to, at))
      watch.violated('I-27', 'a landing that was not made')
    books.landing.landed = asked
  }
  if (end.status === 'refused' && isMade(machine, open)) watch.violated('I-27', 'a landing that was made is denied')
  if (end.status === 'refused' && end.code === 'dirty') {
    const changed = changedPaths(filesAt(repository, asked.from), filesAt(repository, asked.to))
    if (!changed.some((path) => machine.checkout.own.has(path)))
      watch.violated('I-27', 'the user was blamed for files that Forge wrote')
  }
  auditCheckout(audit)
}

/** The branch contains the commit to be landed, and only Forge can have moved it there. */
function isMade({ repository }: Machine, open: EventOf<'landing.intended'> | undefined): boolean {
  const at = open === undefined ? undefined : repository.refs.get(`refs/heads/${open.branch}`)
  return open !== undefined && at !== undefined && isAncestor(repository, open.to, at)
}

/** While no landing is open, the checkout and the index are what the branch has, with the user's own changes. */
export function auditCheckout({ books, machine }: Audit): void {
  const { repository, checkout, watch } = machine
  if (books.landing.open !== undefined) return
  const head = repository.refs.get(`refs/heads/${checkedOut}`) ?? machine.base
  const [first] = differenceFrom(checkout, filesAt(repository, head))
  if (first !== undefined) watch.violated('I-27', `${first} is not what the branch has`)
}
