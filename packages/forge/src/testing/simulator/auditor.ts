/** The oracle of the journal: reads every event once, as it is appended, and says which invariant it breaks. */
import type { Report } from '#model/attempt.ts'
import type { Event } from '#model/event.ts'
import { unreachable } from '#model/result.ts'
import { auditFinished, auditIntended, auditRecovery, auditVerdict } from './audit-attempts.ts'
import {
  auditAnswer,
  auditFinish,
  auditGraph,
  auditMerged,
  auditStopped,
  auditSynced,
  auditTimer,
  closeGate,
  noteLevels,
} from './audit-units.ts'
import { auditLanded, auditLanding, auditLandingAsked, auditPublished, auditPublishing } from './audit-landing.ts'
import { createBooks, type Audit, type Books } from './books.ts'
import type { Machine } from './machine.ts'

export interface AuditEntry {
  readonly seq: number
  readonly epoch: number
  readonly messageId: string
  readonly event: Event
}

export interface Auditor {
  take(entry: AuditEntry): void
  readonly books: Books
}

export function createAuditor(machine: Machine): Auditor {
  const books = createBooks()
  const audit: Audit = { books, machine }
  return {
    books,
    take(entry) {
      if (entry.seq !== books.seq + 1) machine.watch.violated('I-1', `sequence ${entry.seq} after ${books.seq}`)
      if (entry.epoch < books.epoch) machine.watch.violated('I-9', `epoch ${entry.epoch} appended after ${books.epoch}`)
      books.seq = entry.seq
      books.epoch = entry.epoch
      if (entry.messageId !== books.message) books.outcomes.clear()
      books.message = entry.messageId
      books.messages.add(entry.messageId)
      for (const lost of books.scope.take(entry.event)) machine.watch.violated('I-41', lost)
      auditEvent(audit, entry.event)
    },
  }
}

/** One case per event that the auditor asks something of; the rest is grouped at the end so that none is forgotten. */
function auditEvent(audit: Audit, event: Event): void {
  if (isRare(event)) return noteRare(audit, event)
  switch (event.type) {
    case 'attempt.intended':
      return auditIntended(audit, event)
    case 'attempt.finished':
      return auditFinished(audit, event)
    case 'verdict.given':
      return auditVerdict(audit, event)
    case 'question.answered':
      return auditAnswer(audit, event)
    case 'graph.changed':
      return auditGraph(audit, event)
    case 'unit.merged':
      return auditMerged(audit, event)
    case 'run.stopped':
      return auditStopped(audit, event)
    case 'run.finished':
      return auditFinish(audit, event)
    case 'timer.fired':
      return auditTimer(audit, event)
    case 'gate.reported':
      return closeGate(audit, event.account, event.until)
    case 'recovery.chosen':
      return auditRecovery(audit, event)
    case 'base.synced':
      return auditSynced(audit, event)
    case 'publishing.intended':
      return auditPublishing(audit, event)
    case 'publishing.finished':
      return auditPublished(audit, event)
    case 'landing.asked':
      return auditLandingAsked(audit, event)
    case 'landing.intended':
      return auditLanding(audit, event)
    case 'landing.finished':
      return auditLanded(audit, event)
    case 'message.rejected':
      return audit.machine.watch.violated('total', event.error)
    case 'run.created':
    case 'run.paused':
    case 'run.resumed':
    case 'run.cancelled':
    case 'limits.raised':
    case 'capacity.granted':
    case 'tidying.intended':
    case 'tidying.finished':
      return noteRun(audit, event)
    case 'plan.proposed':
    case 'unit.finished':
    case 'unit.stopped':
    case 'unit.reopened':
      return noteUnit(audit, event)
    default:
      unreachable(event)
  }
}

function noteReport(audit: Audit, at: number, { account, windows }: Extract<Report, { kind: 'windows' }>): void {
  for (const { window, percent } of windows) noteLevels(audit, account, { [window]: { percent, at } })
}

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

function noteRun(
  audit: Audit,
  event: Of<
    | 'run.created'
    | 'run.paused'
    | 'run.resumed'
    | 'run.cancelled'
    | 'limits.raised'
    | 'capacity.granted'
    | 'tidying.intended'
    | 'tidying.finished'
  >,
): void {
  const { books, machine } = audit
  switch (event.type) {
    case 'run.created':
      books.status = 'running'
      books.unitCap = event.spec.limits.unitDispatches
      books.budget = event.spec.budget
      return
    case 'limits.raised':
      books.status = 'running'
      books.unitCap = event.limits.unitDispatches
      return
    case 'run.paused':
      books.status = 'paused'
      return
    case 'run.resumed':
      if (books.status === 'paused') machine.watch.reached('paused and resumed')
      books.status = 'running'
      return
    case 'run.cancelled':
      books.status = 'cancelling'
      if (books.open.size > 0) machine.watch.reached('cancelled while agents ran')
      return
    case 'capacity.granted':
      books.granted = event.slots
      books.floor = event.floor
      if (event.floor === 'low') machine.watch.reached('floor low')
      for (const [account, until] of Object.entries(event.gates)) closeGate(audit, account, until)
      for (const [account, levels] of Object.entries(event.used ?? {})) noteLevels(audit, account, levels)
      return
    case 'tidying.intended':
      books.tidied = false
      return
    case 'tidying.finished':
      books.tidied = true
      return
    default:
      unreachable(event)
  }
}

function noteUnit(
  { books, machine }: Audit,
  event: Of<'plan.proposed' | 'unit.finished' | 'unit.stopped' | 'unit.reopened'>,
): void {
  if (event.type === 'unit.finished') books.units.set(event.unit, 'done')
  if (event.type === 'unit.stopped') {
    books.units.set(event.unit, 'stopped')
    // It holds no paths any more; reopened, it begins anew.
    books.working.delete(event.unit)
    if (event.failure?.tag === 'ceiling')
      machine.watch.violated('I-31', `unit ${event.unit} was stopped for a limit of the run`)
    if (event.reason.includes('life')) machine.watch.reached('unit stopped by its lifetime')
  }
  if (event.type === 'plan.proposed' || event.type === 'unit.reopened') books.units.set(event.unit, 'open')
  if (event.type === 'unit.reopened') {
    // What judges the whole after it judges it again.
    for (const [unit, earlier] of books.after) if (earlier.includes(event.unit)) books.units.set(unit, 'open')
    books.status = 'running'
    books.tidied = false
    machine.watch.reached('unit reopened')
  }
}

/** Events of which nothing is asked but whether something rare was reached: a new one is named here, or above. */
const rare = [
  'attempt.reported',
  'attempt.stale',
  'route.differed',
  'friction.noted',
  'stop.intended',
  'word.refused',
  'question.asked',
  'question.withdrawn',
  'capacity.asked',
  'document.written',
  'run.begun',
  'run.retrospected',
  'run.reassigned',
  'run.redacted',
  'advice.taken',
  'environment.changed',
  'syncing.intended',
] as const satisfies readonly Event['type'][]
type Rare = Of<(typeof rare)[number]>

function isRare(event: Event): event is Rare {
  return (rare as readonly string[]).includes(event.type)
}

function noteRare(audit: Audit, event: Rare): void {
  const { watch } = audit.machine
  const { status } = audit.books
  if (event.type === 'attempt.reported' && event.report.kind === 'windows') noteReport(audit, event.at, event.report)
  if (event.type === 'attempt.stale') watch.reached('stale outcome dropped')
  if (event.type === 'run.begun' && event.only !== undefined) watch.reached('sprint begun with one task')
  if (event.type === 'attempt.reported' && event.report.kind === 'performance')
    watch.reached('lost performance performed again')
  if (event.type === 'question.asked' && event.question.about === 'gate-changes')
    watch.reached('question about changed gates')
  if (event.type === 'stop.intended' && status === 'running' && event.rule === 'interrupt')
    watch.reached('unit replaced while it ran')
  if (event.type === 'word.refused' && event.why.includes('has changed'))
    watch.reached('approval of a changed plan refused')
  if (event.type === 'word.refused' && event.why.includes('is merged, and what is merged stays'))
    watch.reached('merged id refused in an edited plan')
  if (event.type === 'question.asked' && event.question.drops !== undefined)
    watch.reached('asked about what a plan drops')
  if (event.type === 'word.refused' && event.why === 'that question is not open')
    watch.reached('question answered twice')
}
