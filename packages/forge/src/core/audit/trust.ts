/**
 * I-42: under which trust content of the repository was used. The journal records it when a run starts, and again when
 * it changes.
 */
import { say } from '#messages/said.ts'
import type { EventOf } from '#model/event.ts'
import type { Audit } from './books.ts'

export function auditTrust(
  { books, broken }: Audit,
  { type, trust }: EventOf<'run.created'> | EventOf<'environment.changed'>,
): void {
  books.isTrustSaid = true
  if (trust.ground !== 'approval' || trust.by.kind === 'operator') return
  const { kind, name } = trust.by
  broken('I-42', say('audit.trustedNotByHuman', { event: type, hash: trust.name, kind, name }))
}

/** Every program that runs may come from the repository. */
export function auditTrusted({ books, broken }: Audit, { path }: EventOf<'attempt.intended'>): void {
  if (!books.isTrustSaid) broken('I-42', say('audit.startedWithoutTrust', { path }))
}
