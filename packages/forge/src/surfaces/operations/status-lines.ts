/** The lines by which a person follows a run: what starts, what failed and why, what is done, what waits (S3-12). */
import type { Event } from '#model/event.ts'
import { splitPath } from '#model/ids.ts'
import { failureText } from './event-words.ts'
import { dim, toned, type Line } from './text/line.ts'

/** Nothing for what a person need not see. */
export function statusLines(event: Event): readonly Line[] {
  switch (event.type) {
    case 'attempt.intended': {
      const again = event.attempt === 1 ? '' : ` (attempt ${event.attempt})`
      return isQuiet(event.task.do) ? [] : [[dim('  ▸ '), `${event.path.replace('/', ' ')}${again}`]]
    }
    case 'verdict.given': {
      const [unit, phase] = splitPath(event.path)
      if (event.verdict === 'pass') return []
      const why = event.failure === undefined ? event.raw : (failureText(event.failure).split('\n')[0] ?? '')
      return [[toned('warn', '  ✗ '), `${unit} ${phase}: ${why}`]]
    }
    case 'recovery.chosen':
      return [[dim('  ↻ '), dim(`${event.path.replace('/', ' ')}: ${event.reason}`)]]
    case 'plan.proposed':
      return [[dim('  ▸ '), `plan of ${event.plan.units.length} units`]]
    case 'question.asked':
      return [[toned('warn', '  ? '), event.question.text]]
    case 'unit.merged':
      return [[toned('good', '  ✓ '), `${event.unit} merged`]]
    case 'unit.stopped':
      return [[toned('bad', '  ■ '), `${event.unit} stopped: ${event.reason}`]]
    case 'run.stopped':
      return [[toned('bad', '  ■ '), `${event.reason} → ${event.remedy.hint}`]]
    default:
      return []
  }
}

function isQuiet(task: string): boolean {
  return task === 'remove-tree' || task === 'integrate' || task === 'merge'
}
