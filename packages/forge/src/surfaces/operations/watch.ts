/** `watch`: a run while it works, unit by unit. Reads only the journal: the driver does not notice. */
import { z } from 'zod'
import type { Watched } from '#forge.ts'
import { eventText } from '#core/views/event-text.ts'
import { Event } from '#model/event.ts'
import { step, type NextStep } from '#model/next.ts'
import { Note } from '#model/note.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { unitsIn } from '#model/unit-tree.ts'
import { RunView, UnitStanding } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { duration, nextBut, spentMoney, statusTextOf } from './run-text.ts'
import { selected } from './selection.ts'
import { statusLines } from './status-lines.ts'
import { dim, spansOf, strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { table, type Cell } from './text/table.ts'

/** The fields of the view that it shows unchanged. */
const Standing = RunView.pick({
  run: true,
  seq: true,
  request: true,
  status: true,
  outcome: true,
  reason: true,
  landed: true,
  isDriven: true,
  percent: true,
  unitsDone: true,
  unitsTotal: true,
  questions: true,
  etaMinutes: true,
  costMicros: true,
  estimatedMicros: true,
  tokens: true,
  asked: true,
  next: true,
}).extend({ units: z.array(UnitStanding).readonly() })

const Item = Standing.extend({
  events: z
    .array(z.object({ seq: z.number(), event: Event, notes: z.array(Note).readonly() }))
    .readonly()
    .describe('What happened since the item before, each with what is worth telling about it'),
  recent: z
    .array(z.object({ at: z.number(), text: Said }))
    .readonly()
    .describe('The last lines of the journal'),
})
type Item = z.output<typeof Item>

export default operation({
  name: 'watch',
  summary: 'Watch a run live until it ends',
  details:
    'On a terminal one view that updates itself, otherwise one line per change. Ctrl-C ends watching, not the run.\n' +
    'With --json one object per change: the status of the run, and what happened since the last object.',
  does: 'reads',
  shape: 'stream',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Item,
  examples: [
    { command: 'forge watch 7f3a', what: 'in another terminal, while forge build runs' },
    { command: 'forge watch 7f3a --json', what: 'the same for a program' },
  ],
  async run(forge, { run: wanted }, talk) {
    const chosen = await forge.chooseRun(wanted)
    if (!chosen.ok) return chosen
    const { run } = chosen.value
    const stop = new AbortController()
    let seen: Item | undefined
    for await (const watched of forge.watch(run, AbortSignal.any([talk.signal, stop.signal]))) {
      if (!watched.ok) return watched
      seen = itemOf(watched.value, seen)
      talk.emit(seen)
      if (seen.status === 'finished' || talk.signal.aborted) break
    }
    stop.abort()
    return success({ next: talk.signal.aborted ? [step('status', { run })] : (seen?.next ?? []) })
  },
  render: renderChange,
  renderLive,
})

const recentLines = 8

/** At first every event is history: it is shown as the last lines, not notified as news. */
function itemOf({ view, events }: Watched, before: Item | undefined): Item {
  const lines = events.slice(-recentLines).map(({ event }) => ({ at: event.at, text: eventText(event) }))
  const units = view.units.filter(({ status }) => status !== 'dropped')
  return {
    ...selected(Standing, { ...view, units, next: nextBut(view, 'watch', 'status') }),
    events: before === undefined ? [] : events,
    recent: [...(before?.recent ?? []), ...lines].slice(-recentLines),
  }
}

function renderChange(item: Item): readonly Line[] {
  const lines = item.events.flatMap(({ event, notes }) =>
    statusLines(event, notes).map((line): Line => [dim(`${clockOf(event.at)}  `), ...spansOf(line)]),
  )
  const alone = aloneLines(item)
  return item.events.length === 0 || item.status === 'finished' ? [...lines, standingLine(item), ...alone] : lines
}

/** The run makes no progress and no process drives it: shown with the command to resume. */
function aloneLines({ run, status, isDriven }: Item): readonly Line[] {
  return isDriven || status === 'finished' ? [] : [[toned('warn', '! '), styledText('watch.alone', { run })]]
}

function standingLine(item: Item): Line {
  const { run, percent, unitsDone, unitsTotal, reason } = item
  const units = textOf('count.units', { done: unitsDone, total: unitsTotal })
  const sums = `  ${percent}%  ${units}  ${spentMoney(item)}`
  return [strong(run), '  ', statusTextOf(item), sums, dim(reason === null ? '' : `  ${renderNow(reason)}`)]
}

function renderLive(item: Item, now: number, typed: (next: NextStep) => string): readonly Line[] {
  const { request, etaMinutes, tokens, asked, units, recent, next } = item
  const eta = etaMinutes === undefined ? '' : `, ${textOf('status.etaShort', { minutes: etaMinutes })}`
  return [
    standingLine(item),
    ...aloneLines(item),
    [dim('  '), request.split('\n')[0] ?? ''],
    [dim(`  ${textOf('count.tokens', { count: tokens })}${eta}`)],
    '',
    ...table(
      unitsIn(units).map((unit) => cellsOf(unit, now)),
      '  ',
    ),
    ...asked.map(({ path, text }): Line => ['  ', toned('warn', '? '), `${path}: ${renderNow(text)}`]),
    ...next.slice(0, 2).map((one): Line => ['  ', toned('warn', '→ '), typed(one)]),
    '',
    ...recent.map(({ at, text }): Line => [dim(`  ${clockOf(at)}  ${renderNow(text).split('\n')[0] ?? ''}`)]),
  ]
}

function cellsOf(unit: UnitStanding, now: number): Cell[] {
  const { id, level, title, status, phase, attempt, since, waiting } = unit
  const tone = status === 'done' ? 'good' : status === 'stopped' ? 'bad' : since === undefined ? 'dim' : 'strong'
  const doing =
    since === undefined ? (waiting === undefined ? '' : renderNow(waiting)) : `${phase ?? ''} #${attempt ?? 1}`
  return [
    toned(tone, textOf(`state.${status}`)),
    `${'  '.repeat(level)}${id}`,
    doing,
    since === undefined ? '' : duration(now - since),
    dim(title),
  ]
}

/** The time of day of `2026-01-31 12:34:56Z`. */
function clockOf(at: number): string {
  return isoTime(at).slice(11, 19)
}
