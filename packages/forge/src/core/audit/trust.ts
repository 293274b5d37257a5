/** I-42: on what ground what the repository brings was used. The journal says it when a run begins, and again where it changed. */
import type { EventOf } from '#model/event.ts'
import type { Audit } from './books.ts'

export function auditTrust(
  { books, broken }: Audit,
  { type, trust }: EventOf<'run.created'> | EventOf<'environment.changed'>,
): void {
  books.isTrustSaid = true
  if (trust.ground !== 'approval' || trust.by.kind === 'operator') return
  const { kind, name } = trust.by
  broken(
    'I-42',
    `${type}: what the repository brings (${trust.name}) was trusted by the ${kind} ${name}, not by a human`,
  )
}

/** Whatever runs may come from the repository. */
export function auditTrusted({ books, broken }: Audit, { path }: EventOf<'attempt.intended'>): void {
  if (!books.isTrustSaid) broken('I-42', `${path} was started, and nothing says on whose trust`)
}
