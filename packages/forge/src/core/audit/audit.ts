/**
 * The auditor of a run: reads its journal once, with the facts of git as values, and reports which invariant is broken.
 * It trusts only the events, keeps its own books, and decides nothing.
 */
import { say } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { unreachable } from '#model/result.ts'
import { auditFinished, auditIntended, auditVerdict } from './attempts.ts'
import { createBooks, historyIn, type Audit, type Books } from './books.ts'
import type { GitFacts, History, Violation } from './facts.ts'
import { auditWorld } from './git.ts'
import { auditLanding } from './landing.ts'
import { auditRaise, auditRecovery, countAside, countPerformance } from './limits.ts'
import { noteTip } from './tip-book.ts'
import { auditTrust, auditTrusted } from './trust.ts'
import { auditAnswer, auditGraph, auditMerged, auditPlan, auditSynced } from './units.ts'

export interface AuditedEntry {
  readonly seq: number
  readonly epoch: number
  readonly event: Event
}

/** The journal, entry by entry: a violation is reported at the entry that causes it. */
export interface JournalAudit {
  readonly books: Books
  take(entry: AuditedEntry): void
}

export function createJournalAudit(history: History, broken: Audit['broken']): JournalAudit {
  const audit: Audit = { books: createBooks(), history, broken }
  return { books: audit.books, take: (entry) => takeEntry(audit, entry) }
}

/** A complete journal, and what the run left in git. */
export function auditRun(entries: readonly AuditedEntry[], git: GitFacts): readonly Violation[] {
  const violations: Violation[] = []
  const history = historyIn(git)
  const broken: Audit['broken'] = (id, detail) => void violations.push({ id, detail })
  const journal = createJournalAudit(history, broken)
  for (const entry of entries) journal.take(entry)
  auditWorld({ books: journal.books, history, broken, git })
  return violations
}

function takeEntry(audit: Audit, { seq, epoch, event }: AuditedEntry): void {
  const { books, broken } = audit
  if (seq !== books.seq + 1) broken('I-1', say('audit.entryOutOfOrder', { seq, before: books.seq }))
  if (epoch < books.epoch) broken('I-1', say('audit.epochWentBack', { seq, epoch, before: books.epoch }))
  books.seq = seq
  books.epoch = epoch
  auditSpeaker(audit, event)
  noteTip(books.tips, event)
  for (const lost of books.scope.take(event)) broken('I-41', lost)
  auditEvent(audit, event)
}

/** Humans decide. Forge itself, by its policy, only resumes what has stopped. */
function auditSpeaker({ broken }: Audit, event: Event): void {
  if (!('by' in event) || typeof event.by === 'string' || event.by.kind === 'operator') return
  const { kind, name } = event.by
  if (kind === 'policy' && event.type === 'unit.reopened') return
  broken(
    event.type === 'limits.raised' ? 'I-31' : 'I-23',
    say('audit.eventNotByHuman', { event: event.type, kind, name }),
  )
}

/** One case per event that the auditor checks; the rest is grouped so that none is forgotten. */
function auditEvent(audit: Audit, event: Event): void {
  if (isUnasked(event)) return
  switch (event.type) {
    case 'attempt.intended':
      auditTrusted(audit, event)
      return auditIntended(audit, event)
    case 'environment.changed':
      return auditTrust(audit, event)
    case 'attempt.finished':
      return auditFinished(audit, event)
    case 'attempt.reported':
      return countPerformance(audit, event)
    case 'verdict.given':
      return auditVerdict(audit, event)
    case 'recovery.chosen':
      return auditRecovery(audit, event)
    case 'question.asked':
      return void audit.books.asked.set(event.question.key, event.question)
    case 'question.answered':
      return auditAnswer(audit, event)
    case 'graph.changed':
      return auditGraph(audit, event)
    case 'plan.proposed':
      return auditPlan(audit, event)
    case 'unit.merged':
      return auditMerged(audit, event)
    case 'base.synced':
      return auditSynced(audit, event)
    case 'unit.finished':
    case 'unit.stopped':
    case 'unit.reopened':
      return noteUnit(audit, event)
    case 'run.created':
    case 'run.paused':
    case 'run.resumed':
    case 'run.cancelled':
    case 'run.stopped':
    case 'run.finished':
    case 'limits.raised':
    case 'tidying.intended':
    case 'tidying.finished':
    case 'message.rejected':
      return noteRun(audit, event)
    case 'attempt.stale':
    case 'advice.taken':
      return countAside(audit, event)
    case 'publishing.intended':
      return void audit.books.published.add(event.commit)
    case 'landing.asked':
    case 'landing.intended':
    case 'landing.finished':
      return auditLanding(audit, event)
    case 'document.written':
      return void audit.books.units.get(event.unit)?.documents.set(event.phase, event.hash)
    default:
      return unreachable(event)
  }
}

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

/** Events that the auditor does not check: a new event is listed here, or has its case above. */
const unasked = [
  'run.begun',
  'run.retrospected',
  'run.reassigned',
  'run.redacted',
  'question.withdrawn',
  'stop.intended',
  'route.differed',
  'friction.noted',
  'timer.fired',
  'capacity.asked',
  'capacity.granted',
  'limit.reported',
  'command.refused',
  'publishing.finished',
  'syncing.intended',
] as const satisfies readonly Event['type'][]

function isUnasked(event: Event): event is Of<(typeof unasked)[number]> {
  return (unasked as readonly string[]).includes(event.type)
}

function noteUnit({ books, broken }: Audit, event: Of<'unit.finished' | 'unit.stopped' | 'unit.reopened'>): void {
  const unit = books.units.get(event.unit)
  if (event.type === 'unit.stopped' && event.failure?.tag === 'ceiling')
    broken('I-31', say('audit.unitStoppedForRunLimit', { unit: event.unit }))
  if (unit === undefined) return
  unit.status = event.type === 'unit.finished' ? 'done' : event.type === 'unit.stopped' ? 'stopped' : 'open'
  if (event.type !== 'unit.reopened') return
  // Units that judge the whole after this one judge it again.
  for (const later of books.units.values())
    if (later.spec.after.includes(event.unit) && later.status !== 'dropped') later.status = 'open'
  setRunning(books)
}

function setRunning(books: Books): void {
  books.status = 'running'
  books.kept = undefined
}

type RunEvent = Of<
  | 'run.created'
  | 'run.paused'
  | 'run.resumed'
  | 'run.cancelled'
  | 'run.stopped'
  | 'run.finished'
  | 'limits.raised'
  | 'tidying.intended'
  | 'tidying.finished'
  | 'message.rejected'
>

function noteRun(audit: Audit, event: RunEvent): void {
  const { books } = audit
  switch (event.type) {
    case 'run.created':
      auditTrust(audit, event)
      return noteCreated(books, event)
    case 'limits.raised':
      return auditRaise(audit, event)
    case 'run.resumed':
      return setRunning(books)
    case 'run.paused':
      books.status = 'paused'
      return
    case 'run.cancelled':
      books.status = 'cancelling'
      return
    case 'run.stopped':
    case 'message.rejected':
      books.status = 'stopped'
      return
    case 'run.finished':
      books.status = 'finished'
      if (books.open.size > 0) audit.broken('I-11', say('audit.runEndedWithOpenAttempts', { count: books.open.size }))
      return
    case 'tidying.intended':
      books.tidying = event.keep
      return
    case 'tidying.finished':
      books.kept = books.tidying
      return
    default:
      return unreachable(event)
  }
}

function noteCreated(books: Books, { run, spec }: Of<'run.created'>): void {
  books.run = run
  books.status = 'running'
  books.spec = spec
  books.limits = spec.limits
  books.budget = spec.budget
}
