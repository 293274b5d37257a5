/**
 * The auditor's checks of attempts beyond the journal: slots, accounts, files with two writers, and guarded changes.
 */
import type { EventOf } from '#model/event.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import { auditAccountLimit } from './audit-accounts.ts'
import { auditConversation, noteLimit } from './audit-conversations.ts'
import { commitAt, filesAt } from './git.ts'
import { shapes, type Shape } from './shape.ts'
import { lacksTests } from './tests.ts'
import { usesSlot, type Audit, type AuditedTask } from './books.ts'

export function auditIntended(audit: Audit, event: EventOf<'attempt.intended'>): void {
  const { path, task } = event
  if (usesSlot(task)) auditSlots(audit, path)
  if ('account' in task) auditAccountLimit(audit, event, accountLimitKey(task))
  auditConversation(audit, event)
  if (task.do === 'work') auditWrites(audit, task)
  if (task.do === 'judge' && task.judges === undefined) auditGuardedChanges(audit, task)
  if (task.do === 'merge') auditCandidate(audit, task)
}

function auditSlots({ books, machine }: Audit, path: string): void {
  const used = [...books.journal.open.values()].filter((open) => usesSlot(open.task)).length
  if (used > books.granted) machine.watch.violated('I-16', `${used} of ${books.granted} slots used for ${path}`)
  if (books.floor === 'low') machine.watch.violated('I-36', `${path} dispatched below the floor`)
}

function auditWrites({ books, machine }: Audit, task: Extract<AuditedTask, { do: 'work' }>): void {
  const { units } = books.journal
  const { workers }: Shape = shapes[machine.scenario.shape]
  const writesOf = (id: string): readonly string[] | undefined => {
    const spec = units.get(id)?.spec
    return spec === undefined || !workers.includes(spec.template) ? [] : spec.writes
  }
  const own = writesOf(task.unit)
  for (const other of books.working) {
    const unit = units.get(other)
    if (other === task.unit || unit?.merged !== undefined || unit?.status !== 'open') continue
    const held = writesOf(other)
    const collide = own === undefined || held === undefined || own.some((path) => held.includes(path))
    if (collide) machine.watch.violated('I-17', `${task.unit} and ${other} may write the same file at once`)
  }
  books.working.add(task.unit)
}

/** I-22: by the content of the commits, not by Forge's own classification. */
function auditGuardedChanges({ books, machine }: Audit, { unit }: AuditedTask): void {
  const { repository, watch } = machine
  const head = books.journal.units.get(unit)?.head
  if (head === undefined) return
  const ended = books.journal.outcomes.get(head.key)?.event.outcome
  if (ended?.status !== 'worked') return
  const hasChangedGates = ended.changed.some((path) => path.endsWith('/file-1.ts'))
  const hasLostTests = lacksTests(filesAt(repository, ended.base), filesAt(repository, head.commit))
  const isAllowed = books.journal.passed.has(`${unit}/gate-changes|${head.tree}`)
  if ((hasChangedGates || hasLostTests) && !isAllowed)
    watch.violated('I-22', `${unit} changed what decides, and nobody was asked`)
}

/** I-19, before it happens: the journal's auditor sees a merge only when it is made. */
function auditCandidate({ books, machine }: Audit, task: Extract<AuditedTask, { do: 'merge' }>): void {
  const { passed, units } = books.journal
  const { reviews } = shapes[machine.scenario.shape]
  const { tree, parents } = commitAt(machine.repository, task.commit)
  const isVerified = passed.has(`${task.unit}/verify-merged|${tree}`) || passed.has(`${task.unit}/verify|${tree}`)
  const isReviewed = reviews.every((name) => passed.has(`${task.unit}/${name}|${parents[1]}`))
  if (!isVerified) machine.watch.violated('I-19', `${task.unit} would merge a tree that was not verified`)
  if (parents[1] !== units.get(task.unit)?.head?.commit || !isReviewed)
    machine.watch.violated('I-19', `${task.unit} would merge a head that was not reviewed`)
}

/** Limits of a provider apply from the outcome that names them, whenever the engine acts on it. */
export function noteFinished(audit: Audit, event: EventOf<'attempt.finished'>): void {
  const { books } = audit
  noteLimit(audit, event)
  const task = books.journal.outcomes.get(event.key)?.task
  const { outcome } = event
  if (outcome.status !== 'failed' || task === undefined || !('account' in task)) return
  const { failure } = outcome
  if (failure.tag !== 'transport' || failure.class !== 'rate-limit') return
  const until = event.at + (failure.retryAfterMs ?? 60_000)
  books.limited.set(accountLimitKey(task), Math.max(until, books.limited.get(accountLimitKey(task)) ?? 0))
}
