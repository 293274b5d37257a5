/** The lines by which a person follows a run: what starts, what failed and why, what is done, what waits (S3-12). */
import type { Event, EventOf, EventType } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { failureText } from './event-words.ts'
import { dim, toned, type Line } from './text/line.ts'

/** Events that are not here need not be seen by a person who follows; `forge events` has them all. */
const words: { readonly [Type in EventType]?: (event: EventOf<Type>) => Line | undefined } = {
  'attempt.intended': ({ attempt, task, path }) =>
    isQuiet(task.do)
      ? undefined
      : [dim('  ▸ '), `${path.replace('/', ' ')}${attempt === 1 ? '' : ` (attempt ${attempt})`}`],
  'verdict.given'({ path, verdict, failure, raw }) {
    const [unit, phase] = splitPath(path)
    const why = failure === undefined ? raw : (failureText(failure).split('\n')[0] ?? '')
    return verdict === 'pass' ? undefined : [toned('warn', '  ✗ '), `${unit} ${phase}: ${why}`]
  },
  'recovery.chosen': ({ path, reason }) => [dim('  ↻ '), dim(`${path.replace('/', ' ')}: ${reason}`)],
  'plan.proposed': ({ plan }) => [dim('  ▸ '), `plan of ${plan.units.length} units`],
  'question.asked': ({ question }) => [toned('warn', '  ? '), question.text],
  'question.answered': ({ answer, by }) => [dim('  ▸ '), `${answer} by ${by.name}`],
  'unit.merged': ({ unit }) => [toned('good', '  ✓ '), `${unit} merged`],
  'unit.stopped': ({ unit, reason }) => [toned('bad', '  ■ '), `${unit} stopped: ${reason}`],
  'run.paused': ({ reason }) => [toned('warn', '  ■ '), `paused: ${reason}`],
  'run.cancelled': ({ reason }) => [toned('warn', '  ■ '), `cancelled: ${reason}`],
  'run.stopped': ({ reason, remedy }) => [toned('bad', '  ■ '), `${reason} → ${remedy.hint}`],
}

export function statusLines(event: Event): readonly Line[] {
  const line = (words[event.type] as ((event: Event) => Line | undefined) | undefined)?.(event)
  return line === undefined ? [] : [line]
}

function isQuiet(task: string): boolean {
  return task === 'remove-tree' || task === 'integrate' || task === 'merge'
}
