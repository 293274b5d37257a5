/** The lines by which a person follows a run: what starts, what failed and why, what is done, what waits (S3-12). */
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Checks, Note } from '#model/note.ts'
import { unreachable } from '#model/result.ts'
import { failureText } from './event-words.ts'
import { dim, strong, toned, type Line } from './text/line.ts'

/** Events that are not here need not be seen by a person who follows; `forge events` has them all. */
const words: { readonly [Type in EventType]?: (event: EventOf<Type>) => Line | undefined } = {
  'attempt.intended': ({ attempt, task, path }) =>
    isQuiet(task.do)
      ? undefined
      : [dim('▸ '), `${path.replace('/', ' ')}${attempt === 1 ? '' : ` (attempt ${attempt})`}`],
  'recovery.chosen': ({ path, reason }) => [dim('↻ '), dim(`${path.replace('/', ' ')}: ${reason}`)],
  'graph.changed': ({ warnings = [] }) =>
    warnings.length === 0 ? undefined : [toned('warn', '! '), warnings.join('; ')],
  'run.begun': ({ only, skipped = [] }) => [
    dim('▸ '),
    `begins with ${only === undefined ? 'everything that is planned' : only.join(', ')}`,
    ...skipped.map(({ unit, status }) => toned('warn', `; ${unit} is ${status} and is skipped`)),
  ],
  'plan.proposed': ({ plan }) => [dim('▸ '), `plan of ${plan.units.length} units`],
  'question.asked': ({ question }) => [toned('warn', '? '), question.text],
  'question.answered': ({ answer, by }) => [dim('▸ '), `${answer} by ${by.name}`],
  'run.paused': ({ reason }) => [toned('warn', '■ '), `paused: ${reason}`],
  'run.cancelled': ({ reason }) => [toned('warn', '■ '), `cancelled: ${reason}`],
  'run.stopped': ({ reason, remedy }) => [toned('bad', '■ '), `${reason} → ${remedy.hint}`],
}

/** Without an indent: whoever shows them puts the time or the name of Forge in front. */
export function statusLines(event: Event, notes: readonly Note[]): readonly Line[] {
  const line = (words[event.type] as ((event: Event) => Line | undefined) | undefined)?.(event)
  const isBefore = ({ note }: Note): boolean => note === 'stage' || note === 'started'
  return [
    ...notes.filter(isBefore).map((note) => noteLine(note, event)),
    ...(line === undefined ? [] : [line]),
    ...notes.filter((note) => !isBefore(note)).map((note) => noteLine(note, event)),
  ]
}

function noteLine(note: Note, event: Event): Line {
  switch (note.note) {
    case 'stage':
      return [strong(`── ${note.title}`)]
    case 'started':
      return [dim('▶ '), `${note.unit} starts "${note.title}"`]
    case 'failed':
      return [toned('warn', '✗ '), `${note.unit} ${note.phase}: ${whyOf(event)}${triesText(note)}`]
    case 'done':
      return [toned('good', '✓ '), `${note.unit} ${note.how} "${note.title}"${checksText(note.checks, ': ')}`]
    case 'blocked':
      return [toned('bad', '⊘ '), `${note.unit} blocked "${note.title}": ${note.reason}`]
    case 'warned':
      return [toned('warn', '! '), `${note.unit}: ${note.text}`]
    case 'progress':
      return [dim(`Progress: ${note.done}/${note.total} units done, ${note.failed} failed, ${note.left} left`)]
    default:
      return unreachable(note)
  }
}

function whyOf(event: Event): string {
  if (event.type !== 'verdict.given') return ''
  if (event.failure === undefined) return event.raw
  const lines = failureText(event.failure).split('\n')
  // Every fault of a plan is told; of a failed command only what it was: its output is in the report of the check.
  if (event.raw !== 'unsound') return lines[0] ?? ''
  return lines.slice(0, 4).join('; ') + (lines.length > 4 ? `; and ${lines.length - 4} more` : '')
}

function triesText({ checks, attempt, of }: Extract<Note, { note: 'failed' }>): string {
  const tries = attempt === undefined || of === undefined ? '' : `, attempt ${attempt} of ${of}`
  const parts = `${checksText(checks, '')}${tries}`.replace(/^, /, '')
  return parts === '' ? '' : ` (${parts})`
}

function checksText(checks: Checks | undefined, before: string): string {
  if (checks === undefined || checks.total === 0) return ''
  return `${before}${checks.passed}/${checks.total} checks passed, score ${scoreText(checks)}`
}

export function scoreText({ passed, total }: Checks): string {
  return total === 0 ? '–' : (passed / total).toFixed(2)
}

function isQuiet(task: string): boolean {
  return task === 'remove-tree' || task === 'integrate' || task === 'merge'
}
