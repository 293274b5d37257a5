/**
 * The recorded reasons for what a run or a unit did. Nothing is derived here: each was recorded at its decision (U-31).
 */
import type { Said } from '#messages/said.ts'
import type { Event, Remedy } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { eventText } from './event-text.ts'

export interface Reason {
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly text: Said
  /** The rule that decided it; absent for a message from outside. */
  readonly rule?: string | undefined
  /** The remedy, if it stopped. */
  readonly remedy?: Remedy | undefined
}

/** Of one unit, or of the run as a whole. */
export function reasonsIn(
  entries: readonly { readonly seq: number; readonly event: Event }[],
  unit: string | undefined,
): readonly Reason[] {
  const isMeant = unit === undefined ? isAboutRun : (event: Event) => unitOf(event) === unit
  return entries
    .filter(({ event }) => isMeant(event))
    .map(({ seq, event }) => {
      const remedy = 'remedy' in event ? event.remedy : undefined
      return { seq, at: event.at, type: event.type, text: eventText(event), rule: event.rule, remedy }
    })
}

/** The unit of an event, if the event has a unit and a reason. */
function unitOf(event: Event): string | undefined {
  if (event.type === 'plan.proposed' || event.type === 'question.asked')
    return event.type === 'plan.proposed' ? event.unit : splitPath(event.question.path)[0]
  if (event.type === 'graph.changed') return undefined
  if ('path' in event) return splitPath(event.path)[0]
  return 'unit' in event ? event.unit : undefined
}

const runTypes: ReadonlySet<Event['type']> = new Set([
  'run.created',
  'run.paused',
  'run.resumed',
  'run.cancelled',
  'run.stopped',
  'run.finished',
  'limits.raised',
  'graph.changed',
  'plan.proposed',
  'question.asked',
  'question.answered',
  'question.withdrawn',
  'unit.merged',
  'unit.stopped',
  'unit.reopened',
  'command.refused',
  'message.rejected',
])

function isAboutRun(event: Event): boolean {
  return runTypes.has(event.type)
}
