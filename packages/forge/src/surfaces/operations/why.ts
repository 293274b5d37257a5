/** `why`: the recorded reasons. Nothing is worked out here: what is shown was written when it was decided (U-31). */
import { z } from 'zod'
import type { Forge, ReadRun, Refusal } from '#forge.ts'
import type { Event } from '#model/event.ts'
import { splitPath } from '#model/node-path.ts'
import { success, type Result } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { eventText } from '#core/views/event-words.ts'
import { Next, operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { runFlag } from './queue.ts'
import { dim, strong, type Line } from './text/line.ts'
import { rendered, said } from './text/message.ts'
import { chooseUnit } from './units.ts'

const Output = z.object({
  run: z.string(),
  unit: z.string().optional(),
  reasons: z.array(
    z.object({
      seq: z.number(),
      at: z.number(),
      type: z.string(),
      text: Said,
      /** The rule that decided it; absent for what Forge was told. */
      rule: z.string().optional(),
      /** What would move it on, where it stopped. */
      remedy: z.object({ word: z.string(), hint: Said }).optional(),
    }),
  ),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'why',
  summary: 'Show the recorded reasons for what a run or a unit did',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    about: z.string().min(1).max(63).optional().describe('Unit or run; may be left out if there is only one run'),
    ...runFlag,
  }),
  positionals: ['about'],
  output: Output,
  examples: [
    { command: 'forge why login-form', what: 'every attempt, verdict and recovery of a unit, with its reason' },
    { command: 'forge why 7f3a', what: 'what happened to the run as a whole' },
  ],
  async run(forge, { about, run }) {
    const found = await findSubject(forge, about, run)
    if (!found.ok) return found
    const { read, unit } = found.value
    return success({ value: outputOf(read, unit) })
  },
  render: ({ unit, run, reasons }) => [
    [strong(unit ?? run), '  ', said('why.count', { count: reasons.length }, 'dim')],
    ...reasons.map(({ seq, at, type, text, rule }): Line => [
      dim(`  ${String(seq).padStart(5)}  ${isoTime(at)}  `),
      `${type.padEnd(18)}  ${rendered(text)}`,
      ...(rule === undefined ? [] : [dim(`  (${rule})`)]),
    ]),
    ...(reasons.length === 0 ? [['  ', said('why.nothing')]] : []),
  ],
})

interface Subject {
  readonly read: ReadRun
  readonly unit: string | undefined
}

/** A name may be a unit of the run, or a run itself. */
async function findSubject(
  forge: Forge,
  about: string | undefined,
  run: string | undefined,
): Promise<Result<Subject, Refusal>> {
  const named = about === undefined ? undefined : await forge.chooseRun(about)
  if (run === undefined && named?.ok === true) return withRun(forge, named.value.run, undefined)
  const chosen = await forge.chooseRun(run)
  return chosen.ok ? withRun(forge, chosen.value.run, about) : chosen
}

async function withRun(forge: Forge, run: string, about: string | undefined): Promise<Result<Subject, Refusal>> {
  const read = await forge.readRun(run)
  if (!read.ok) return read
  if (about === undefined) return success({ read: read.value, unit: undefined })
  const unit = chooseUnit(read.value.state, about)
  return unit.ok ? success({ read: read.value, unit: unit.value }) : unit
}

function outputOf({ run, entries, state }: ReadRun, unit: string | undefined): Output {
  const isMeant = unit === undefined ? isAboutRun : (event: Event) => unitOf(event) === unit
  const reasons = entries.flatMap(({ seq, event }) => {
    if (!isMeant(event)) return []
    const remedy = 'remedy' in event ? { remedy: event.remedy } : {}
    const rule = event.rule === undefined ? {} : { rule: event.rule }
    return [{ seq, at: event.at, type: event.type, text: eventText(event), ...rule, ...remedy }]
  })
  const stop = unit === undefined ? undefined : state.units[unit]?.stop
  const next = stop?.remedy.word === 'retry' ? `forge retry ${unit} --run ${run}` : `forge status ${run}`
  return { run, ...(unit === undefined ? {} : { unit }), reasons, next: [next] }
}

/** The unit that an event is about, where it is about one and tells a reason. */
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
  'word.refused',
  'message.rejected',
])

function isAboutRun(event: Event): boolean {
  return runTypes.has(event.type)
}
