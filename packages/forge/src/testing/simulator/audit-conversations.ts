/** I-32: a conversation that a limit ended is resumed only by the same agent and account on the same subject. */
import type { EventOf } from '#model/event.ts'
import { accountLimitKey } from '#core/state/apply-capacity.ts'
import type { Audit, Talk } from './books.ts'

type Intended = EventOf<'attempt.intended'>

export function auditConversation({ books, machine }: Audit, event: Intended): void {
  const { path, key, task } = event
  if (!('account' in task)) return
  const gate = accountLimitKey(task)
  const about = aboutOf(event)
  const known = books.talks.get(path)
  const isSame = known?.isLimited === true && known.gate === gate && known.about === about
  const wanted = isSame ? known.session : undefined
  if (task.resumes !== wanted)
    machine.watch.violated('I-32', `${key} goes on with ${task.resumes ?? 'nothing'}, not with ${wanted ?? 'nothing'}`)
  if (wanted !== undefined) machine.watch.reached('conversation gone on with after a limit')
  for (const other of books.talks.keys()) if (other.startsWith(`${task.unit}/`)) books.talks.delete(other)
  books.talks.set(path, { key, gate, about, session: task.resumes, isLimited: false })
}

export function noteSession(audit: Audit, { key, report }: EventOf<'attempt.reported'>): void {
  if (report.kind === 'session' && report.lasts === 'yes') change(audit, key, { session: report.session })
}

export function noteLimit(audit: Audit, { key, outcome }: EventOf<'attempt.finished'>): void {
  if (outcome.status !== 'failed') return
  const { failure } = outcome
  const isLimited = failure.tag === 'quota' || (failure.tag === 'transport' && failure.class === 'rate-limit')
  change(audit, key, { isLimited })
}

function change({ books }: Audit, key: string, news: Partial<Talk>): void {
  for (const [path, talk] of books.talks) if (talk.key === key) books.talks.set(path, { ...talk, ...news })
}

function aboutOf({ judged, task }: Intended): string {
  const agent = 'route' in task ? task.route?.agent : undefined
  return JSON.stringify([judged, agent ?? null, task.do === 'work' ? task.start : null])
}
