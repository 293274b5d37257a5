/** `audit` for surfaces: reads the journal and git, and the auditor judges. Writes and refreshes nothing. */
import { join } from 'node:path'
import { isThere } from '#adapters/files/plain.ts'
import { listTrees, readHistory } from '#adapters/git/index.ts'
import { auditRun } from '#core/audit/audit.ts'
import { invariants, type GitFacts, type InvariantId, type Violation } from '#core/audit/facts.ts'
import type { Entry, Log, LogStop } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { failed, success, type Result } from '#model/result.ts'
import { gitProgram } from '#forge/place/git-program.ts'
import type { Places, Repository } from '#forge/place/places.ts'
import type { Refusal } from '#forge/refusal.ts'
import { journalRefusal } from '#forge/place/journal-refusal.ts'

export interface AuditedInvariant {
  readonly id: string
  readonly what: Said
  /** `unread`: too little of the journal could be read to decide. */
  readonly state: 'ok' | 'violated' | 'unread'
  readonly details: readonly Said[]
}

export interface AuditReport {
  readonly run: string
  readonly entries: number
  readonly invariants: readonly AuditedInvariant[]
}

export interface AuditParts {
  readonly repository: Repository
  readonly places: Places
  readonly log: Log<Event>
}

export async function audit(parts: AuditParts, run: string): Promise<Result<AuditReport, Refusal>> {
  const entries = await parts.log.read(run, 0)
  if (!entries.ok) return unreadable(run, entries.failure)
  const violations = auditRun(entries.value, await factsOf(parts, run, entries.value))
  return success({ run, entries: entries.value.length, invariants: judged(violations) })
}

function judged(violations: readonly Violation[]): AuditedInvariant[] {
  return Object.entries(invariants).map(([id, what]) => {
    const details = violations.filter((violation) => violation.id === id).map(({ detail }) => detail)
    return { id, what, state: details.length === 0 ? 'ok' : 'violated', details }
  })
}

/** Reading verifies the chain; a journal that cannot be read to its end is a finding, not a failure of the audit. */
function unreadable(run: string, stop: LogStop): Result<AuditReport, Refusal> {
  if (stop.why !== 'corrupt' && stop.why !== 'newer') return failed(journalRefusal(stop))
  const broken: InvariantId = 'I-3'
  const detail = say('audit.entryDetail', { seq: stop.seq, detail: stop.detail })
  const all = Object.entries(invariants).map(([id, what]): AuditedInvariant =>
    id === broken ? { id, what, state: 'violated', details: [detail] } : { id, what, state: 'unread', details: [] },
  )
  return success({ run, entries: Math.max(0, stop.seq - 1), invariants: all })
}

/** A run that was never driven has no control repository, so nothing of it is in git. */
async function factsOf(
  { repository, places }: AuditParts,
  run: string,
  entries: readonly Entry<Event>[],
): Promise<GitFacts> {
  const created = entries.map(({ event }) => event).find((event) => event.type === 'run.created')
  const control = { gitDir: join(places.state, 'control.git') }
  const trees = await listTrees(places.state, run)
  if (created === undefined || !isThere(join(control.gitDir, 'HEAD')))
    return { commits: [], integration: undefined, published: undefined, userRefs: [], moves: [], trees }
  const user = { gitDir: repository.gitDirectory }
  return { ...(await readHistory({ run: gitProgram, control, user }, run, created.spec.base)), trees }
}
