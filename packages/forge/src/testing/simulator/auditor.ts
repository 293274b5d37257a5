/**
 * The oracle of the journal: the auditor of `forge audit` reads every event as it is appended. Beside it are checks
 * that only a simulation can make, because it sees the whole machine.
 */
import { render } from '#messages/render.ts'
import { createJournalAudit, type AuditedEntry } from '#core/audit/audit.ts'
import type { Oid } from '#model/ids.ts'
import { auditIntended, noteFinished } from './audit-attempts.ts'
import { noteAccounts } from './audit-accounts.ts'
import { noteSession } from './audit-conversations.ts'
import { auditLanded, auditLanding, auditLandingAsked, auditPublished, auditPublishing } from './audit-landing.ts'
import { auditMerged, auditStopped, auditSynced, noteUnits } from './audit-units.ts'
import { ask, createBooks, type Asks, type Audit, type Books } from './books.ts'
import type { Machine } from './machine.ts'
import { noteSights } from './sights.ts'

export interface AuditEntry extends AuditedEntry {
  readonly messageId: string
}

export interface Auditor {
  take(entry: AuditEntry): void
  readonly books: Books
}

const integration = 'refs/forge/sim/integration'

export function createAuditor(machine: Machine): Auditor {
  const { repository, watch } = machine
  const history = {
    commit: (oid: Oid) => repository.commits.get(oid),
    integration: () => repository.refs.get(integration),
  }
  const journal = createJournalAudit(history, (id, detail) => watch.violated(id, render(detail, 'en')))
  const books = createBooks(journal.books)
  const audit: Audit = { books, machine }
  return {
    books,
    take(entry) {
      books.messages.add(entry.messageId)
      // The state before the event: sights record what a pause, an end or an answer met.
      noteSights(audit, entry.event)
      journal.take(entry)
      noteUnits(audit, entry.event)
      noteAccounts(audit, entry.event)
      ask(machineAsks, audit, entry.event)
    },
  }
}

const machineAsks: Asks<void> = {
  'attempt.intended': auditIntended,
  'attempt.finished': noteFinished,
  'attempt.reported': noteSession,
  'unit.merged': auditMerged,
  'base.synced': auditSynced,
  'run.stopped': auditStopped,
  'publishing.intended': auditPublishing,
  'publishing.finished': auditPublished,
  'landing.asked': auditLandingAsked,
  'landing.intended': auditLanding,
  'landing.finished': auditLanded,
  'message.rejected': ({ machine }, event) => machine.watch.violated('total', event.error),
}
