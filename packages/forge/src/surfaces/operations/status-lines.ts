/** The lines with which a user follows a run: what starts, what failed and why, what is done, what waits (S3-12). */
import { several } from '#messages/said.ts'
import type { Event, EventOf, EventType } from '#model/event.ts'
import type { Checks, Note } from '#model/note.ts'
import { splitPath } from '#model/node-path.ts'
import { unreachable } from '#model/result.ts'
import { failureText } from '#core/views/event-text.ts'
import { dim, strong, toned, type Line, type Span } from './text/line.ts'
import { inFormat, renderNow, styledText, textOf } from './text/message.ts'

/** Other events are of no interest while following a run; `forge events` has them all. */
const lines: { readonly [Type in EventType]?: (event: EventOf<Type>) => Line | undefined } = {
  'attempt.intended': ({ attempt, task, path }) => {
    if (isQuiet(task.do)) return undefined
    const [unit, phase] = splitPath(path)
    return [dim('▸ '), styledText(attempt === 1 ? 'attempt.starts' : 'attempt.again', { unit, phase, attempt })]
  },
  'recovery.chosen': ({ path, reason }) => [
    dim('↻ '),
    styledText('phase.recovery', { path: path.replace('/', ' '), reason }, 'dim'),
  ],
  'graph.changed': ({ warnings = [] }) =>
    warnings.length === 0 ? undefined : [toned('warn', '! '), renderNow(several(warnings))],
  'run.begun': ({ only, skipped = [] }) => [
    dim('▸ '),
    only === undefined ? styledText('run.begins') : styledText('run.beginsWith', { units: only.join(', ') }),
    ...skipped.map(({ unit, status }) => styledText('run.skips', { unit, status }, 'warn')),
  ],
  'run.reassigned': ({ reason }) => [dim('▸ '), renderNow(reason)],
  'plan.proposed': ({ plan }) => [dim('▸ '), styledText('plan.proposed', { count: plan.units.length })],
  'question.asked': ({ question }) => [toned('warn', '? '), renderNow(question.text)],
  'question.answered': ({ answer, by }) => [dim('▸ '), styledText('question.answered', { answer, name: by.name })],
  'route.differed': ({ key, launched, routed }) => [
    toned('warn', '⚠ '),
    styledText('route.differed', { name: key, launched, routed }),
  ],
  'run.paused': ({ reason }) => [toned('warn', '■ '), styledText('run.paused', { reason })],
  'run.cancelled': ({ reason }) => [toned('warn', '■ '), styledText('run.cancelled', { reason })],
  'run.stopped': ({ reason, remedy }) => [toned('bad', '■ '), styledText('run.stopped', { reason, hint: remedy.hint })],
}

/** Notes that repeat the line of their event, and add to it. */
const instead: ReadonlySet<Note['note']> = new Set(['agent', 'revised'])

/** Without an indent: the caller puts the time or the name of Forge in front. */
export function statusLines(event: Event, notes: readonly Note[]): readonly Line[] {
  const isTold = notes.some(({ note }) => instead.has(note))
  const line = isTold ? undefined : (lines[event.type] as ((event: Event) => Line | undefined) | undefined)?.(event)
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
      return [strong(`── ${renderNow(note.title)}`)]
    case 'started':
      return [dim('▶ '), styledText('unit.starts', { unit: note.unit, title: note.title })]
    case 'agent':
      return [
        dim('▸ '),
        agentSpan(note),
        ...(note.badge?.tagline === undefined ? [] : [dim(`  ${renderNow(note.badge.tagline)}`)]),
      ]
    case 'passed':
      return [toned('good', '✓ '), styledText(`phase.${note.how}`, { unit: note.unit, phase: note.phase })]
    case 'revised':
      return [
        dim('↻ '),
        styledText('phase.revision', { unit: note.unit, phase: note.phase, iteration: note.iteration }, 'dim'),
      ]
    case 'failed':
      return [
        toned('warn', '✗ '),
        styledText('phase.failed', { unit: note.unit, phase: note.phase, why: whyOf(event) }),
        ...triesSpans(note),
      ]
    case 'done':
      return [
        toned('good', '✓ '),
        styledText(`unit.${note.how}`, { unit: note.unit, title: note.title }),
        ...checksSpans(note.checks, ': '),
      ]
    case 'blocked':
      return [
        toned('bad', '⊘ '),
        styledText('unit.blocked', { unit: note.unit, title: note.title, reason: note.reason }),
      ]
    case 'escalated':
      return [toned('warn', '⚠ '), styledText('unit.escalated', { unit: note.unit, hint: note.hint })]
    case 'warned':
      return [toned('warn', '! '), `${note.unit}: ${renderNow(note.text)}`]
    case 'progress':
      return [styledText('progress.units', note, 'dim')]
    default:
      return unreachable(note)
  }
}

/** `🌱 Engineer  api implement [standard → model-x]  api:engineer:implement:1` */
function agentSpan({ unit, phase, name, badge, tier, model }: Extract<Note, { note: 'agent' }>): Span {
  const emoji = badge?.emoji === undefined ? '' : `${badge.emoji} `
  const who = badge === undefined ? '' : `${emoji}${badge.title ?? badge.noun}  `
  const route = [tier, modelWords(model)].filter((part) => part !== undefined).join(' → ')
  return styledText('attempt.agent', { who, unit, phase, name, model: route })
}

function modelWords(model: string | null | undefined): string {
  if (model === undefined) return textOf('model.own')
  return model ?? textOf('model.none')
}

function whyOf(event: Event): string {
  if (event.type !== 'verdict.given') return ''
  if (event.failure === undefined) return event.raw
  const told = renderNow(failureText(event.failure)).split('\n')
  // Every fault of a plan is shown; of a failed command only its name: its output is in the report of the check.
  if (event.raw !== 'unsound') return told[0] ?? ''
  const some = told.slice(0, 4).join('; ')
  return told.length <= 4 ? some : textOf('phase.faults', { some, count: told.length - 4 })
}

function triesSpans({ checks, attempt, of }: Extract<Note, { note: 'failed' }>): (string | Span)[] {
  const tries = attempt === undefined || of === undefined ? [] : [styledText('phase.tries', { attempt, of })]
  const parts = [...checksSpans(checks, ''), ...tries]
  return parts.length === 0 ? [] : [' (', ...parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part])), ')']
}

function checksSpans(checks: Checks | undefined, before: string): (string | Span)[] {
  if (checks === undefined || checks.total === 0) return []
  const { passed, total } = checks
  const span = styledText('checks.passed', { passed, total, score: scoreText(checks) })
  return before === '' ? [span] : [before, span]
}

export function scoreText({ passed, total }: Checks): string {
  return total === 0 ? '–' : inFormat().decimal(passed / total, 2)
}

function isQuiet(task: string): boolean {
  return task === 'remove-tree' || task === 'integrate' || task === 'merge'
}
